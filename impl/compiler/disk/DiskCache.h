// A map from keys to values, in files of one folder that any number of processes use at once.
//
//   ~/.cache/lazuli/5f0c...e1.lzx      the full key, then the value
//   ~/.cache/lazuli/new-4711-0-...     a file being written; it is renamed when it is complete
//
// The name of a file is a hash of the key. Hashes can collide, so find() also compares the full key
// in the file. A file can be damaged later, so each value contains a checksum.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lz::compiler {

// Any thread may call these functions.
class DiskCache {
public:
  // The sum of all files is at most `mostBytes` bytes. The least recently used files are removed
  // first. The constructor does not access the folder.
  DiskCache(std::string folder, int64_t mostBytes)
      : folder_(std::move(folder)), mostBytes_(mostBytes) {}

  const std::string& folder() const { return folder_; }

  // Returns the value of the key, or nullopt if no file has this key or the file cannot be read.
  std::optional<std::string> find(std::string_view key);
  // Writes the value to a file. If the folder does not exist, makes it. Does nothing if the value
  // is larger than a quarter of mostBytes. If the system cannot write the file, fails with
  // FailedPrecondition. Also fails if other users can write to the folder, because they could put
  // code there that this process would run.
  Status keep(std::string_view key, std::string_view value);
  // Removes a value that turned out to be damaged.
  void drop(std::string_view key);

private:
  std::string pathOf(std::string_view key) const;
  Status checkFolder() const;
  Status makeFolder() const;
  // Fails with NotFound if the folder was removed.
  Status write(absl::Span<const std::string_view> parts, int64_t bytes, const std::string& target);
  // Makes room for `bytes` bytes. Removes the least recently used files, and files that a writer
  // never finished.
  void makeRoomFor(int64_t bytes) const;

  const std::string folder_;
  const int64_t mostBytes_;
  std::atomic<int> numWritten_{0};
};

} // namespace lz::compiler
