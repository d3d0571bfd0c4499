#include "SystemCalls.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lz::test {
namespace {

thread_local bool isCounting = false;
thread_local int calls = 0, failing = 0;
thread_local Fate fate = Fate::Fails;
thread_local std::function<void()> happening; // runs before the call, which then works

// Counts this call, and returns true if it must fail. A test can also ask that this call runs
// `happening` and works, or that it ends the process.
bool isFailing() {
  if (!isCounting || calls++ != failing)
    return false;
  if (happening) {
    isCounting = false;
    std::exchange(happening, nullptr)();
    isCounting = true;
    return false;
  }
  if (fate == Fate::Dies)
    ::raise(SIGKILL);
  errno = ENOSPC;
  return true;
}

} // namespace

void letFail(int call, Fate how) {
  calls = 0, failing = call, fate = how, happening = nullptr;
  isCounting = true;
}

void letHappen(int call, std::function<void()> what) {
  letFail(call, Fate::Fails);
  happening = std::move(what);
}

int letWork() {
  isCounting = false;
  return calls;
}

} // namespace lz::test

using lz::test::Fate;

extern "C" {

int __real_open(const char* path, int flags, ...);
ssize_t __real_write(int file, const void* bytes, size_t size);
int __real_close(int file);
int __real_rename(const char* from, const char* to);
int __real_mkdir(const char* path, mode_t mode);

int __wrap_open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return lz::test::isFailing() && lz::test::fate != Fate::Short ? -1
                                                                : __real_open(path, flags, mode);
}

ssize_t __wrap_write(int file, const void* bytes, size_t size) {
  if (!lz::test::isFailing())
    return __real_write(file, bytes, size);
  return lz::test::fate == Fate::Short ? __real_write(file, bytes, size / 2) : -1;
}

int __wrap_close(int file) {
  const bool fails = lz::test::isFailing() && lz::test::fate != Fate::Short;
  const int result = __real_close(file);
  return fails ? (errno = ENOSPC, -1) : result;
}

int __wrap_rename(const char* from, const char* to) {
  return lz::test::isFailing() && lz::test::fate != Fate::Short ? -1 : __real_rename(from, to);
}

int __wrap_mkdir(const char* path, mode_t mode) {
  return lz::test::isFailing() && lz::test::fate != Fate::Short ? -1 : __real_mkdir(path, mode);
}
}
