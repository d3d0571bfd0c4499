// A cache of compiled programs, found by their structure. The hash finds candidates, and a complete
// comparison decides whether one of them is the same program.
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

// A program and, once it is compiled, its executable. One thread makes the entry and compiles;
// other threads that need it meanwhile wait.
class CacheEntry {
public:
  // Keeps the structure, with which later encodings are compared.
  CacheEntry(const Encoding& encoding, Program program);

  bool matches(const Encoding& encoding) const { return structure_.matches(encoding, program_); }
  const Program& program() const { return program_; }
  bool hasEffects() const { return hasEffects_; }
  uint64_t hash() const { return hash_; }

  // Sets the program that is compiled instead: it serves all sizes of its batch up to a bound. Call
  // it before other threads see the entry. `bucket` is that of the results that are a batch, as in
  // Result.
  void setBounded(std::shared_ptr<BoundedProgram> bounded, int64_t size, uint8_t bucket) {
    bounded_ = std::move(bounded);
    batchSize_ = size;
    bucket_ = bucket;
  }
  const std::shared_ptr<BoundedProgram>& bounded() const { return bounded_; } // nullptr: none
  int64_t batchSize() const { return batchSize_; }
  // The bucket of output `i`, as in Result::bucket.
  uint8_t bucketOf(size_t i) const {
    return bounded_ && bounded_->bucketed().ofOutputs[i] ? bucket_ : 0;
  }
  // False if the program for all sizes of its batch has been compiled already.
  bool needsCompilation() const { return !bounded_ || !bounded_->isCompiled(); }

  // The thread that made the entry must call this once.
  void fulfil(StatusOr<ExecutableRef> executable);
  // Waits for fulfil. Returns the compiler's error if it failed.
  const StatusOr<ExecutableRef>& executable() const;

  // The bytes of the entry: its program with constants, the structure that later recordings are
  // compared with and, once it is compiled, the code and constants of the executable. Bytes that
  // several entries share count in each of them. Does not wait.
  int64_t bytes() const;

private:
  const uint64_t hash_;
  const Program program_;
  const bool hasEffects_;
  const KnownStructure structure_;
  std::shared_ptr<BoundedProgram> bounded_;
  int64_t batchSize_ = 0;
  uint8_t bucket_ = 0;
  const int64_t programBytes_; // with its structure
  std::atomic<int64_t> executableBytes_{0};
  Gate ready_;
  StatusOr<ExecutableRef> executable_;
};

// Any thread may use it.
class Cache {
public:
  // Holds at most `capacity` entries, which have at most `mostBytes` together.
  Cache(size_t capacity, int64_t mostBytes, unsigned hashBits, Counters& counters);

  // The entry with the structure of `encoding`, or nullptr. The entry becomes the most recently
  // used one.
  std::shared_ptr<CacheEntry> find(const Encoding& encoding);
  // Says why there is no entry for this program.
  Miss explain(const Program& program) const;
  // Adds an entry that find did not find, and remembers why it was needed (nullopt: nothing has to
  // be compiled for it). If the cache is full, the least recently used entries go; their holders
  // can go on using them. The most recently used entry stays whatever its size, so that a program
  // that runs again and again is not compiled each time.
  void insert(std::shared_ptr<CacheEntry> entry, std::optional<Miss> why);
  // Says that the entry has been compiled, so it is larger than before.
  void grown(const CacheEntry& entry);
  // Removes an entry whose compilation failed, so that the next use compiles again.
  void erase(const CacheEntry& entry);
  void clear();

  // Why programs had to be compiled: at most the last 100, the most recent first.
  struct Recompilation {
    int64_t number; // 1 for the first one of the cache
    int64_t ops, inputs, outputs;
    Miss why; // first difference from the program that was most similar then
  };
  size_t numRecompilations() const;
  // nullopt if there are fewer.
  std::optional<Recompilation> recompilation(size_t index) const;

private:
  struct Held {
    std::shared_ptr<CacheEntry> entry;
    int64_t bytes; // as counted in bytes_
  };
  using List = std::list<Held>;

  uint64_t bucketOf(uint64_t hash) const { return hash & mask_; }
  // These need mutex_.
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
  List recent_; // most recently used first; mutex_ guards this and what follows
  int64_t bytes_ = 0;
  HashMap<uint64_t, std::vector<List::iterator>> buckets_;
  std::deque<Recompilation> recompilations_; // most recent first
  int64_t inserted_ = 0;
};

} // namespace lz::lazy
