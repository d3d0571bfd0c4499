// A cache of compiled programs. It finds a program by its structure. A hash finds candidates, and a
// complete comparison decides whether a candidate is equal to the wanted program.
#pragma once

#include "base/HashMap.h"
#include "compiler/Compiler.h"
#include "lazy/bucket/Buckets.h"
#include "lazy/cache/Encoding.h"
#include "lazy/cache/Explain.h"
#include "lazy/cache/Gate.h"
#include "lazy/cache/KnownStructure.h"
#include "lazy/watch/Counters.h"

#include <atomic>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace lz::lazy {

using ExecutableRef = std::shared_ptr<const exec::Executable>;

// A program and, after compilation, its executable. The thread that makes the entry compiles it.
// Other threads that need it wait.
class CacheEntry {
public:
  // Copies the structure of the encoding. Later encodings are compared with this structure.
  CacheEntry(const Encoding& encoding, Program program);

  bool matches(const Encoding& encoding) const { return structure_.matches(encoding, program_); }
  const Program& program() const { return program_; }
  bool hasEffects() const { return hasEffects_; }
  uint64_t hash() const { return hash_; }

  // Sets a program for all batch sizes up to a bound. It is compiled instead of the entry's own
  // program. Results that contain the batch get this `bucket` (see Result::bucket). Call this
  // function before other threads see the entry.
  void setBounded(std::shared_ptr<BoundedProgram> bounded, int64_t size, uint8_t bucket) {
    bounded_ = std::move(bounded);
    batchSize_ = size;
    bucket_ = bucket;
  }
  const std::shared_ptr<BoundedProgram>& bounded() const { return bounded_; } // or nullptr
  int64_t batchSize() const { return batchSize_; }
  // Returns the bucket of output `i`, as in Result::bucket.
  uint8_t bucketOf(size_t i) const {
    return bounded_ && bounded_->bucketed().ofOutputs[i] ? bucket_ : 0;
  }
  // Returns false if the program for all batch sizes is compiled already.
  bool needsCompilation() const { return !bounded_ || !bounded_->isCompiled(); }

  // Sets the executable, or the error of the compiler. The thread that made the entry must call
  // this once.
  void fulfil(StatusOr<ExecutableRef> executable);
  // Waits for fulfil. Returns the compiler's error if it failed.
  const StatusOr<ExecutableRef>& executable() const;
  // Returns the plan for a budget, as Rungs::at does.
  StatusOr<ExecutableRef> planFor(int64_t budget, Rungs::Compile compile) const;

  // Returns the bytes of the entry: its program with constants, and the structure for comparisons.
  // The code and the constants of its compiled executables count, too. Bytes that several entries
  // share count in each entry. Does not wait.
  int64_t bytes() const;

private:
  const uint64_t hash_;
  const Program program_;
  const bool hasEffects_;
  const KnownStructure structure_;
  std::shared_ptr<BoundedProgram> bounded_;
  int64_t batchSize_ = 0;
  uint8_t bucket_ = 0;
  const int64_t programBytes_; // the size of the program and the structure
  mutable std::atomic<int64_t> executableBytes_{0};
  mutable Rungs rungs_;
  Gate ready_;
  StatusOr<ExecutableRef> executable_;
};

// Any thread may call these functions.
class Cache {
public:
  // Holds at most `capacity` entries of at most `mostBytes` in total.
  Cache(size_t capacity, int64_t mostBytes, unsigned hashBits, Counters& counters);

  // Returns the entry with the structure of `encoding`, or nullptr. The entry becomes the most
  // recently used one.
  std::shared_ptr<CacheEntry> find(const Encoding& encoding);
  // Returns why there is no entry for this program.
  Miss explain(const Program& program) const;
  // Adds an entry for which find() returned nullptr. `why` is the reason to compile it, or nullopt
  // if nothing must be compiled. If the cache is full, removes the least recently used entries.
  // Threads that hold a removed entry can still use it. The most recently used entry is never
  // removed, so a program that is larger than the cache is not compiled again for each run.
  void insert(std::shared_ptr<CacheEntry> entry, std::optional<Miss> why);
  // Updates the size of the entry after its compilation.
  void grown(const CacheEntry& entry);
  // Removes an entry whose compilation failed, so that the next use compiles again.
  void erase(const CacheEntry& entry);
  void clear();

  // Says why a program had to be compiled. The cache keeps the last 100, the most recent first.
  struct Recompilation {
    int64_t number; // 1 for the first recompilation of the cache
    int64_t ops, inputs, outputs;
    Miss why; // the first difference from the most similar program in the cache
  };
  size_t numRecompilations() const;
  // Returns the recompilation at `index`, where 0 is the most recent one. Returns nullopt if the
  // cache keeps at most `index` recompilations.
  std::optional<Recompilation> recompilation(size_t index) const;

private:
  struct Held {
    std::shared_ptr<CacheEntry> entry;
    int64_t bytes; // the part of bytes_ for this entry
  };
  using List = std::list<Held>;

  uint64_t bucketOf(uint64_t hash) const { return hash & mask_; }
  // Call these with mutex_ held.
  bool changesOnAndOn(const Miss& miss) const;
  void rememberWhy(const Program& program, Miss why);
  List::iterator iteratorOf(const CacheEntry& entry);
  void remove(List::iterator it);
  void evict();

  const size_t capacity_;
  const int64_t mostBytes_;
  const uint64_t mask_;
  Counters& counters_;
  mutable std::mutex mutex_;
  List recent_; // most recently used first; mutex_ guards this and the fields below
  int64_t bytes_ = 0;
  HashMap<uint64_t, std::vector<List::iterator>> buckets_;
  std::deque<Recompilation> recompilations_; // most recent first
  int64_t inserted_ = 0;
};

} // namespace lz::lazy
