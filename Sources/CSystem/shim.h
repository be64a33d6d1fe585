// A shim, since the standard library's module of the C library leaves out the extended attributes of Linux.
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#endif
