// Divides a block of a contraction into chunks. A thread takes one chunk at a time. Only for files
// of contraction/run.
#pragma once

#include <cstdint>
#include <mutex>

namespace lz::contraction {

// A product of some panels of the private operand with some rows of the shared operand.
struct Chunk {
  int64_t panel, panels;
  int64_t shared0, sharedRows;
};

struct ChunkRule {
  int64_t panels, least, most; // all panels; the limits of the panels of a chunk
  int64_t sharedRows;          // all rows of the shared operand
  int64_t splitRows;           // rows of a chunk, if the rows are split
  int64_t workers;
};

// The chunks get smaller and smaller. So all threads end at about the same time, even if one is
// interrupted. Example: for 37 panels, chunks of at most 9 panels and two threads, the chunks have
// 9 7 5 4 3 2 1 1 1 1 1 panels. The rows of the last two panels are then split.
//
// There is no list of the chunks, because a run allocates no memory. Each chunk is computed from
// the chunk before it.
class Chunks {
public:
  explicit Chunks(const ChunkRule& rule);
  int64_t size() const { return size_; }
  // Returns the chunk that follows. Any thread may call this. All threads together call it `size`
  // times.
  Chunk next();

private:
  struct Place {
    int64_t panel = 0, panels = 0; // of the current chunk
    int64_t row = 0, rows = 0;
  };
  Chunk next(Place& place) const;

  const ChunkRule rule_;
  int64_t size_ = 0;
  std::mutex mutex_;
  Place place_;
};

} // namespace lz::contraction
