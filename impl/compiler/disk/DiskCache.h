// Values by key in files of one folder, which any number of processes use at once.
//
//   ~/.cache/lazuli/5f0c...e1.lzx      the key in full, then the value
//   ~/.cache/lazuli/new-4711-0-...     one that is being written; its name changes when it is whole
//
// The name is a hash of the key, so it finds a candidate; the key in the file decides. A file that
// has a name as above is whole unless somebody damaged it: keys are compared, and values tell
// themselves whether they are what they were.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lz {

// Any thread.
class DiskCache {
public:
  // Nothing is looked at before the first call. Files take `mostBytes` at most; the least recently
  // used go first.
  DiskCache(std::string folder, int64_t mostBytes)
      : folder_(std::move(folder)), mostBytes_(mostBytes) {}

  const std::string& folder() const { return folder_; }

  // None: there is no such key, or its file cannot be read.
  std::optional<std::string> find(std::string_view key);
  // Makes the folder, again if somebody removes it meanwhile. Does nothing for what is larger than
  // a quarter of mostBytes. Errors: FailedPrecondition, what the system says; a folder that others
  // may write is one, since they could have this process run what they like.
  Status keep(std::string_view key, std::string_view value);
  // Of a value that is not what it was.
  void drop(std::string_view key);

private:
  std::string pathOf(std::string_view key) const;
  Status checkFolder() const;
  Status makeFolder() const;
  // NotFound: somebody has removed the folder.
  Status write(absl::Span<const std::string_view> parts, int64_t bytes, const std::string& target);
  // Removes what is least recently used, and what nobody ended writing.
  void makeRoomFor(int64_t bytes) const;

  const std::string folder_;
  const int64_t mostBytes_;
  std::atomic<int> numWritten_{0};
};

} // namespace lz
