// A shim, since the standard library's module of the C library leaves out the extended attributes of Linux, what its
// allocator can be told, files in memory, and what is not in POSIX of how programs are started, as the tests do.
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#endif
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#ifdef __linux__
#include <spawn.h>
int memfd_create(const char *, unsigned int);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
#endif
