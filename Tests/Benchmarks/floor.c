// What the files alone cost: reads every path on standard input, then writes as many files of a given size, each beside
// its name and renamed into place, as docket does. Nothing happens in between.
//
//     floor THREADS BYTES FOLDER <PATHS
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char **paths;
static long count;
static int threads, size;
static const char *folder;

static void *read_files(void *first) {
  char buffer[65536];
  for (long i = (long)first; i < count; i += threads) {
    int file = open(paths[i], O_RDONLY);
    while (read(file, buffer, sizeof buffer) > 0) {}
    close(file);
  }
  return NULL;
}

static void *write_files(void *first) {
  char *bytes = malloc(size), path[512], temporary[520];
  memset(bytes, 'x', size);
  for (long i = (long)first; i < count; i += threads) {
    snprintf(path, sizeof path, "%s/d%ld/o%ld.html", folder, i / 1000, i);
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (write(file, bytes, size) != size) exit(1);
    close(file);
    rename(temporary, path);
  }
  free(bytes);
  return NULL;
}

static void run(void *(*work)(void *)) {
  pthread_t running[64];
  for (long i = 0; i < threads; i++) pthread_create(running + i, NULL, work, (void *)i);
  for (int i = 0; i < threads; i++) pthread_join(running[i], NULL);
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  threads = atoi(argv[1]);
  size = atoi(argv[2]);
  folder = argv[3];
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    paths = realloc(paths, (count + 1) * sizeof *paths);
    paths[count++] = strdup(line);
  }
  run(read_files);
  mkdir(folder, 0755);
  for (long i = 0; i < count; i += 1000) {
    snprintf(line, sizeof line, "%s/d%ld", folder, i / 1000);
    mkdir(line, 0755);
  }
  run(write_files);
  return 0;
}
