// The system calls that change files, and where their arguments lie: what the shim stops at. Reading is not
// among them. What only makes earlier changes lasting (fsync) and locks are handed over, too, but are no
// places to die at.
#pragma once

#include <sys/syscall.h>

namespace dissent::attack {

enum class Kind {
  open,    // with flags that let it make or change the file
  write,   // bytes into an open file
  make,    // a new name: folder, link
  move,    // rename
  remove,  // of a name
  resize,  // of an open file or a name
  modify,  // mode, owner, times
  sync,
  lock,
};

inline constexpr int kNone = -1;

// Numbers of arguments. `folder` is what a relative path is relative to; none: the working folder.
struct Call {
  long number;
  const char* name;
  Kind kind;
  int fd = kNone;
  int folder = kNone, path = kNone;
  int to_folder = kNone, to_path = kNone;
  int size = kNone;  // bytes that are to be written; those of a vector are counted from it
  int flags = kNone;
};

inline constexpr Call kCalls[] = {
#ifdef SYS_open
    {.number = SYS_open, .name = "open", .kind = Kind::open, .path = 0, .flags = 1},
    {.number = SYS_creat, .name = "creat", .kind = Kind::open, .path = 0},
    {.number = SYS_mkdir, .name = "mkdir", .kind = Kind::make, .path = 0},
    {.number = SYS_rename, .name = "rename", .kind = Kind::move, .path = 0, .to_path = 1},
    {.number = SYS_link, .name = "link", .kind = Kind::make, .path = 0, .to_path = 1},
    {.number = SYS_symlink, .name = "symlink", .kind = Kind::make, .path = 1},
    {.number = SYS_unlink, .name = "unlink", .kind = Kind::remove, .path = 0},
    {.number = SYS_rmdir, .name = "rmdir", .kind = Kind::remove, .path = 0},
    {.number = SYS_chmod, .name = "chmod", .kind = Kind::modify, .path = 0},
    {.number = SYS_chown, .name = "chown", .kind = Kind::modify, .path = 0},
    {.number = SYS_lchown, .name = "lchown", .kind = Kind::modify, .path = 0},
    {.number = SYS_renameat,
     .name = "renameat",
     .kind = Kind::move,
     .folder = 0,
     .path = 1,
     .to_folder = 2,
     .to_path = 3},
#endif
    {.number = SYS_openat, .name = "openat", .kind = Kind::open, .folder = 0, .path = 1, .flags = 2},
    {.number = SYS_write, .name = "write", .kind = Kind::write, .fd = 0, .size = 2},
    {.number = SYS_pwrite64, .name = "pwrite64", .kind = Kind::write, .fd = 0, .size = 2},
    {.number = SYS_writev, .name = "writev", .kind = Kind::write, .fd = 0},
    {.number = SYS_pwritev, .name = "pwritev", .kind = Kind::write, .fd = 0},
    {.number = SYS_sendfile, .name = "sendfile", .kind = Kind::write, .fd = 0, .size = 3},
    {.number = SYS_mkdirat, .name = "mkdirat", .kind = Kind::make, .folder = 0, .path = 1},
    {.number = SYS_linkat,
     .name = "linkat",
     .kind = Kind::make,
     .folder = 0,
     .path = 1,
     .to_folder = 2,
     .to_path = 3},
    {.number = SYS_symlinkat, .name = "symlinkat", .kind = Kind::make, .folder = 1, .path = 2},
    {.number = SYS_renameat2,
     .name = "renameat2",
     .kind = Kind::move,
     .folder = 0,
     .path = 1,
     .to_folder = 2,
     .to_path = 3},
    {.number = SYS_unlinkat, .name = "unlinkat", .kind = Kind::remove, .folder = 0, .path = 1},
    {.number = SYS_truncate, .name = "truncate", .kind = Kind::resize, .path = 0},
    {.number = SYS_ftruncate, .name = "ftruncate", .kind = Kind::resize, .fd = 0},
    {.number = SYS_fallocate, .name = "fallocate", .kind = Kind::resize, .fd = 0},
    {.number = SYS_fchmod, .name = "fchmod", .kind = Kind::modify, .fd = 0},
    {.number = SYS_fchmodat, .name = "fchmodat", .kind = Kind::modify, .folder = 0, .path = 1},
    {.number = SYS_fchown, .name = "fchown", .kind = Kind::modify, .fd = 0},
    {.number = SYS_fchownat, .name = "fchownat", .kind = Kind::modify, .folder = 0, .path = 1},
    {.number = SYS_utimensat, .name = "utimensat", .kind = Kind::modify, .folder = 0, .path = 1},
    {.number = SYS_fsync, .name = "fsync", .kind = Kind::sync, .fd = 0},
    {.number = SYS_fdatasync, .name = "fdatasync", .kind = Kind::sync, .fd = 0},
    {.number = SYS_flock, .name = "flock", .kind = Kind::lock, .fd = 0},
};

// They take six arguments, or write without a call for each: programs do without them where they are missing.
inline constexpr long kMissing[] = {SYS_copy_file_range, SYS_pwritev2, SYS_io_uring_setup};

}  // namespace dissent::attack
