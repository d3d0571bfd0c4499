// Places of buffers as addresses of one space: first the arena, then each output, then each input.
#pragma once

#include "exec/Executable.h"
#include "exec/verify/Owners.h"

#include <string>
#include <vector>

namespace lz::exec {

class Places {
public:
  // If `donates`, each output that can take over the memory of an input lies in this memory.
  Places(const ExecutableSpec& spec, bool donates);

  // Returns the bytes of the buffer. They are empty for constants, and for buffers that exist only
  // by rows.
  Bytes of(BufferId id) const { return places_[size_t(id)]; }
  // Returns a text such as "bytes 64..128 of the arena" or "bytes 0..4 of out1".
  std::string text(Bytes bytes) const;

private:
  struct Space {
    std::string name;
    int64_t begin;
  };
  int64_t add(std::string name, int64_t bytes);

  std::vector<Space> spaces_;
  int64_t end_ = 0;
  std::vector<Bytes> places_; // by BufferId
};

// Returns whether an output takes over the memory of an input if the input is donated.
bool canTakeOver(const ExecutableSpec& spec, size_t output);

} // namespace lz::exec
