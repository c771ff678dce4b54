/*
 * Preloaded into the site: keeps, for each file of POWER_LOSS_FOLDER, what its writes replaced since it was last synced, so that
 * power-loss.ts can take unsynced writes back. A journal is named by the file's inode, since a rename keeps that.
 * Not kept: shared memory (-shm, which SQLite rebuilds) and directory entries (a new name counts as stored at once).
 * With POWER_LOSS_IGNORES_SYNC no commit (the -wal file) ever counts as synced: the run must find losses then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct record {
  uint64_t old_size, new_size, offset, old_length, new_length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int ends_with(const char *name, const char *ending) {
  size_t length = strlen(name), wanted = strlen(ending);
  return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

/* Finds the journal's path and the name of a file in the folder. Returns 0 for other files. */
static int journal_of(int fd, struct stat *status, char *path, char *name) {
  const char *folder = getenv("POWER_LOSS_FOLDER"), *journals = getenv("POWER_LOSS_JOURNALS");
  char link[64];
  if (folder == NULL || journals == NULL || fstat(fd, status) != 0 || !S_ISREG(status->st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, 4095);
  if (length < 0) return 0;
  name[length] = 0;
  if (strncmp(name, folder, strlen(folder)) != 0 || ends_with(name, "-shm")) return 0;
  snprintf(path, 4096, "%s/%lu", journals, (unsigned long)status->st_ino);
  return 1;
}

/* Opens the file again only if this descriptor can't read it: closing another would release SQLite's locks. */
static int read_old(int fd, char *old, size_t length, off_t offset) {
  if (pread(fd, old, length, offset) == (ssize_t)length) return 1;
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  int reader = REAL(open)(name, O_RDONLY | O_CLOEXEC);
  ssize_t done = pread(reader, old, length, offset);
  close(reader);
  return done == (ssize_t)length;
}

/* Records what a write of `length` bytes at `offset`, or a truncation to `new_size`, replaces. Called before it, with the lock held. */
static void note(int fd, uint64_t offset, uint64_t length, uint64_t new_size) {
  struct stat status;
  char path[4096], name[4096];
  if (!journal_of(fd, &status, path, name)) return;
  uint64_t old_size = status.st_size;
  uint64_t end = new_size < old_size ? old_size : offset + length;
  if (end > old_size) end = old_size;
  uint64_t old_length = end > offset ? end - offset : 0;
  if (length > 0) new_size = offset + length > old_size ? offset + length : old_size;
  struct record record = {old_size, new_size, offset, old_length, length};
  char *old = malloc(old_length + 1);
  int journal = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  struct iovec parts[2] = {{&record, sizeof record}, {old, old_length}};
  if (journal < 0 || !read_old(fd, old, old_length, offset) ||
      REAL(writev)(journal, parts, 2) != (ssize_t)(sizeof record + old_length))
    abort();
  close(journal);
  free(old);
}

static int is_tracked(int fd) {
  struct stat status;
  char path[4096], name[4096];
  return journal_of(fd, &status, path, name);
}

/* As long as a slow disk takes, so that more losses of power fall between a write and its sync. */
#define SYNC_MICROSECONDS 20000

static void wait_for_disk(int fd) {
  if (is_tracked(fd)) usleep(SYNC_MICROSECONDS);
}

static void forget(int fd) {
  struct stat status;
  char path[4096], name[4096];
  if (!journal_of(fd, &status, path, name)) return;
  if (getenv("POWER_LOSS_IGNORES_SYNC") == NULL || !ends_with(name, "-wal")) REAL(unlink)(path);
}

#define LOCKED(act) \
  pthread_mutex_lock(&lock); \
  act; \
  pthread_mutex_unlock(&lock);

static off_t position(int fd) {
  return fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
}

static size_t length_of(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int part = 0; part < count; part++) length += parts[part].iov_len;
  return length;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) {
  ssize_t done;
  LOCKED(note(fd, offset, length, 0); done = REAL(pwrite64)(fd, data, length, offset))
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) {
  ssize_t done;
  LOCKED(note(fd, offset, length_of(parts, count), 0); done = REAL(pwritev64)(fd, parts, count, offset))
  return done;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  if (!is_tracked(fd)) return REAL(write)(fd, data, length);
  ssize_t done;
  LOCKED(note(fd, position(fd), length, 0); done = REAL(write)(fd, data, length))
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (!is_tracked(fd)) return REAL(writev)(fd, parts, count);
  ssize_t done;
  LOCKED(note(fd, position(fd), length_of(parts, count), 0); done = REAL(writev)(fd, parts, count))
  return done;
}

int ftruncate64(int fd, off_t size) {
  int done;
  LOCKED(note(fd, size, 0, size); done = REAL(ftruncate64)(fd, size))
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fsync(int fd) {
  int done;
  wait_for_disk(fd);
  LOCKED(done = REAL(fsync)(fd); if (done == 0) forget(fd))
  return done;
}

int fdatasync(int fd) {
  int done;
  wait_for_disk(fd);
  LOCKED(done = REAL(fdatasync)(fd); if (done == 0) forget(fd))
  return done;
}

/* A freed inode may be reused by another file. */
int unlink(const char *name) {
  const char *journals = getenv("POWER_LOSS_JOURNALS");
  struct stat status;
  char path[4096];
  int done;
  int is_last = journals != NULL && lstat(name, &status) == 0 && status.st_nlink == 1;
  LOCKED(done = REAL(unlink)(name); if (done == 0 && is_last) {
    snprintf(path, sizeof path, "%s/%lu", journals, (unsigned long)status.st_ino);
    REAL(unlink)(path);
  })
  return done;
}
