// Values by key in files of one folder, which any number of processes use at once.
//
//   ~/.cache/lazuli/5f0c...e1.lzx      the key in full, then the value
//   ~/.cache/lazuli/new-4711-0-...     one that is being written; its name changes when it is whole
//
// The name is a hash of the key: it finds a candidate, and the key in the file decides. A file with
// such a name is whole unless it was damaged. Keys are compared, and each value carries a checksum
// of its own.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lz::compiler {

// Any thread.
class DiskCache {
public:
  // The folder is not looked at before the first call. Files take `mostBytes` at most; the least
  // recently used are removed first.
  DiskCache(std::string folder, int64_t mostBytes)
      : folder_(std::move(folder)), mostBytes_(mostBytes) {}

  const std::string& folder() const { return folder_; }

  // nullopt: there is no such key, or its file cannot be read.
  std::optional<std::string> find(std::string_view key);
  // Writes a file, and makes the folder if it does not exist. A value larger than a quarter of
  // mostBytes is not kept. Errors: FailedPrecondition with the system's message. A folder that
  // other users may write to is refused, since they could make this process run their code.
  Status keep(std::string_view key, std::string_view value);
  // Removes a value that turned out to be damaged.
  void drop(std::string_view key);

private:
  std::string pathOf(std::string_view key) const;
  Status checkFolder() const;
  Status makeFolder() const;
  // NotFound: the folder has been removed.
  Status write(absl::Span<const std::string_view> parts, int64_t bytes, const std::string& target);
  // Removes the least recently used files, and files whose writer never finished.
  void makeRoomFor(int64_t bytes) const;

  const std::string folder_;
  const int64_t mostBytes_;
  std::atomic<int> numWritten_{0};
};

} // namespace lz::compiler
