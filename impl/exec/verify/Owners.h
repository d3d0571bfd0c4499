// Keeps the owner of each byte. The owner is the content that was written to the byte last.
#pragma once

#include "exec/thunks/Buffers.h"

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace lz::exec {

// Addresses from `begin` to `end` - 1.
struct Bytes {
  int64_t begin = 0, end = 0;
  bool isEmpty() const { return begin >= end; }
  bool operator==(const Bytes&) const = default;
};

struct Owner {
  BufferId buffer = -1; // -1: nobody
  int32_t content = 0;
  bool operator==(const Owner&) const = default;
};

class Owners {
public:
  struct Owned {
    Bytes bytes;
    Owner owner;
  };

  void give(Bytes bytes, Owner owner);
  // Returns the owners of the bytes, in the order of addresses.
  std::vector<Owned> of(Bytes bytes) const;
  // Returns the first of the bytes that do not belong to `owner`, with their owner.
  std::optional<Owned> firstNotOf(Bytes bytes, Owner owner) const;

  // After undo(mark), the owners are those at the time of mark().
  size_t mark();
  void undo(size_t mark);

private:
  void split(int64_t address);
  void set(Bytes bytes, Owner owner);

  // The owner of the bytes from each key to the next key.
  std::map<int64_t, Owner> from_{{std::numeric_limits<int64_t>::min(), Owner{}}};
  std::vector<Owned> before_; // what give() replaced, since the first mark
  int marks_ = 0;
};

} // namespace lz::exec
