// A shim, since the standard library's module of the C library leaves out the extended attributes of Linux, and what its
// allocator can be told.
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#endif
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
