#include "compiler/disk/DiskCache.h"

#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "base/machine/Reserve.h"

#include "llvm/Support/BLAKE3.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace lz::compiler {
namespace {

// The number of attempts to write a file. An attempt fails if another process removes the folder
// while the file is written.
constexpr int kMostAttempts = 8;
constexpr char kSuffix[] = ".lzx", kNew[] = "new-";

// A file is this header, followed by the key and the value.
struct Header {
  char magic[8] = {'L', 'Z', 'C', 'A', 'C', 'H', 'E', '1'};
  uint64_t keyBytes = 0, valueBytes = 0;
};

class File {
public:
  explicit File(int number) : number_(number) {}
  File(const File&) = delete;
  ~File() {
    if (number_ >= 0)
      ::close(number_);
  }

  bool isOpen() const { return number_ >= 0; }
  int number() const { return number_; }
  // Returns 0 on success.
  int close() { return ::close(std::exchange(number_, -1)); }

  bool read(void* bytes, size_t size) const {
    auto* at = static_cast<char*>(bytes);
    while (size > 0) {
      const ssize_t n = ::read(number_, at, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      at += n, size -= size_t(n);
    }
    return true;
  }

  // Returns whether the next bytes of the file are `expected`. Reads and compares the file in
  // pieces, so that memory does not hold a second copy of the key.
  bool has(std::string_view expected) const {
    std::array<char, 16384> piece;
    while (!expected.empty()) {
      const size_t size = std::min(piece.size(), expected.size());
      if (!read(piece.data(), size) || std::memcmp(piece.data(), expected.data(), size) != 0)
        return false;
      expected.remove_prefix(size);
    }
    return true;
  }

  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = ::write(number_, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      bytes.remove_prefix(size_t(n));
    }
    return true;
  }

private:
  int number_;
};

std::string_view bytesOf(const Header& header) {
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

// Returns the error that errno states. The code is NotFound if a folder of the path does not exist,
// and otherwise FailedPrecondition.
Status systemError(const std::string& what) {
  const bool isGone = errno == ENOENT;
  Status status = failedPrecondition(what, ": ", std::strerror(errno));
  return isGone ? absl::NotFoundError(status.message()) : status;
}

// Opens a file for reading. Does not wait if the path is a named pipe without a writer.
int openToRead(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

// A file of the cache, finished or still being written.
struct Entry {
  std::string path;
  int64_t bytes;
  timespec used;
};

std::vector<Entry> entriesOf(const std::string& folder) {
  std::vector<Entry> entries;
  DIR* open = ::opendir(folder.c_str());
  if (!open)
    return entries;
  auto close = absl::MakeCleanup([open] { ::closedir(open); });
  while (const dirent* entry = ::readdir(open)) {
    const std::string name = entry->d_name;
    if (!absl::EndsWith(name, kSuffix) && !absl::StartsWith(name, kNew))
      continue;
    std::string path = absl::StrCat(folder, "/", name);
    struct stat s;
    if (::lstat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode))
      entries.push_back({std::move(path), int64_t(s.st_size), s.st_mtim});
  }
  return entries;
}

bool isOlder(const timespec& a, const timespec& b) {
  return std::pair(a.tv_sec, a.tv_nsec) < std::pair(b.tv_sec, b.tv_nsec);
}

bool isNew(const Entry& entry) {
  return !absl::EndsWith(entry.path, kSuffix);
}

} // namespace

std::string DiskCache::pathOf(std::string_view key) const {
  llvm::BLAKE3 hash;
  hash.update(llvm::StringRef(key.data(), key.size()));
  const auto digest = hash.final<16>();
  const absl::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
  return absl::StrCat(folder_, "/", absl::BytesToHexString(bytes), kSuffix);
}

Status DiskCache::checkFolder() const {
  struct stat s;
  if (::stat(folder_.c_str(), &s) != 0)
    return systemError(folder_);
  if (!S_ISDIR(s.st_mode) || s.st_uid != ::geteuid() || (s.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return failedPrecondition(folder_, " must be a folder that only this user can write");
  return okStatus();
}

Status DiskCache::makeFolder() const {
  for (size_t end = 0; end != std::string::npos;) {
    end = folder_.find('/', end + 1);
    const std::string part = folder_.substr(0, end);
    if (::mkdir(part.c_str(), S_IRWXU) != 0 && errno != EEXIST)
      return systemError(part);
  }
  return checkFolder();
}

std::optional<std::string> DiskCache::find(std::string_view key) {
  const std::string path = pathOf(key);
  const File file(openToRead(path));
  struct stat s;
  if (!file.isOpen() || !checkFolder().ok() || ::fstat(file.number(), &s) != 0 ||
      !S_ISREG(s.st_mode) || s.st_uid != ::geteuid())
    return std::nullopt;
  Header header, expected;
  if (!file.read(&header, sizeof header) ||
      std::memcmp(header.magic, expected.magic, sizeof expected.magic) != 0 ||
      header.keyBytes != key.size() || header.valueBytes > uint64_t(s.st_size) ||
      uint64_t(s.st_size) != sizeof header + header.keyBytes + header.valueBytes)
    return std::nullopt;
  const StatusOr<Reserve> reserve = Reserve::take(s.st_size, "load");
  if (!reserve.ok())
    return std::nullopt;
  std::string value;
  if (!file.has(key))
    return std::nullopt;
  value.resize(header.valueBytes);
  if (!file.read(value.data(), value.size()))
    return std::nullopt;
  ::futimens(file.number(), nullptr); // marks it as recently used
  return value;
}

Status DiskCache::keep(std::string_view key, std::string_view value) {
  Header header;
  header.keyBytes = key.size(), header.valueBytes = value.size();
  const int64_t bytes = int64_t(sizeof header + key.size() + value.size());
  if (bytes > mostBytes_ / 4)
    return okStatus();
  const std::string_view parts[] = {bytesOf(header), key, value};
  Status status;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    status = write(parts, bytes, pathOf(key));
    if (!absl::IsNotFound(status))
      return status;
  }
  return failedPrecondition(status.message());
}

Status DiskCache::write(absl::Span<const std::string_view> parts, int64_t bytes,
                        const std::string& target) {
  LZ_RETURN_IF_ERROR(makeFolder());
  makeRoomFor(bytes);
  const std::string path =
      absl::StrCat(folder_, "/", kNew, ::getpid(), "-", numWritten_++, "-", uintptr_t(this));
  File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.isOpen())
    return systemError(path);
  if (absl::c_all_of(parts, [&](std::string_view part) { return file.write(part); }) &&
      file.close() == 0 && ::rename(path.c_str(), target.c_str()) == 0)
    return okStatus();
  const Status status = systemError(path);
  ::unlink(path.c_str());
  return status;
}

void DiskCache::drop(std::string_view key) {
  ::unlink(pathOf(key).c_str());
}

void DiskCache::makeRoomFor(int64_t bytes) const {
  constexpr time_t kHour = 3600;
  const time_t abandoned = std::time(nullptr) - kHour;
  std::vector<Entry> entries = entriesOf(folder_);
  int64_t used = bytes;
  for (const Entry& entry : entries)
    if (isNew(entry) && entry.used.tv_sec < abandoned)
      ::unlink(entry.path.c_str());
    else
      used += entry.bytes;
  if (used <= mostBytes_)
    return;
  // Removes files until an eighth of mostBytes is free beyond what the new file needs. So there is
  // room for the next files, too.
  const int64_t wanted = mostBytes_ - mostBytes_ / 8;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return isOlder(a.used, b.used); });
  for (const Entry& entry : entries) {
    if (used <= wanted)
      return;
    if (!isNew(entry) && ::unlink(entry.path.c_str()) == 0)
      used -= entry.bytes;
  }
}

} // namespace lz::compiler
