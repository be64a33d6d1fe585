// A shim, since a module map names headers beside itself, and the system's header lies elsewhere on each system.
#include <sqlite3.h>
