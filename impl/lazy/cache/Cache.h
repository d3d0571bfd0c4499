// Compiled programs by structure. The hash finds candidates; a hit is decided by comparing
// everything.
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

// A program and, when it has been compiled, its executable. One thread makes the entry and
// compiles; others that come meanwhile wait for it.
class CacheEntry {
public:
  // Keeps what a later encoding is compared with.
  CacheEntry(const Encoding& encoding, Program program);

  bool matches(const Encoding& encoding) const { return structure_.matches(encoding, program_); }
  const Program& program() const { return program_; }
  bool hasEffects() const { return hasEffects_; }
  uint64_t hash() const { return hash_; }

  // Sets what is compiled instead of the program: one for all sizes of its batch up to a bound.
  // Called before others see the entry. `bucket`: that of the results that are a batch, as in
  // Result.
  void setBounded(std::shared_ptr<BoundedProgram> bounded, int64_t size, uint8_t bucket) {
    bounded_ = std::move(bounded);
    batchSize_ = size;
    bucket_ = bucket;
  }
  const std::shared_ptr<BoundedProgram>& bounded() const { return bounded_; } // nullptr: none
  int64_t batchSize() const { return batchSize_; }
  // The bucket of output `i`, as in Result.
  uint8_t bucketOf(size_t i) const {
    return bounded_ && bounded_->bucketed().ofOutputs[i] ? bucket_ : 0;
  }
  // False: the program for all sizes of its batch has been compiled.
  bool needsCompilation() const { return !bounded_ || !bounded_->isCompiled(); }

  // The thread that made the entry calls this, once.
  void fulfil(StatusOr<ExecutableRef> executable);
  // Waits for fulfil. The status of the compiler when it failed.
  const StatusOr<ExecutableRef>& executable() const;

  // What the entry keeps in memory: the program and its constants, what later recordings are
  // compared with, and once it is compiled the code and the constants of the executable. Bytes that
  // several share count once in each. Does not wait.
  int64_t bytes() const;

private:
  const uint64_t hash_;
  const Program program_;
  const bool hasEffects_;
  const KnownStructure structure_;
  std::shared_ptr<BoundedProgram> bounded_;
  int64_t batchSize_ = 0;
  uint8_t bucket_ = 0;
  const int64_t programBytes_; // and of the structure
  std::atomic<int64_t> executableBytes_{0};
  Gate ready_;
  StatusOr<ExecutableRef> executable_;
};

// Any thread.
class Cache {
public:
  // Holds at most `capacity` entries, and at most `mostBytes` in all of them.
  Cache(size_t capacity, int64_t mostBytes, unsigned hashBits, Counters& counters);

  // The entry with the structure of `encoding`, most recently used from now on; nullptr if there is
  // none.
  std::shared_ptr<CacheEntry> find(const Encoding& encoding);
  // Why there is none for this program.
  Miss explain(const Program& program) const;
  // Adds an entry (that find did not find), and remembers why it was needed. The least recently
  // used go when the cache is full; whoever holds one can go on using it. The most recently used
  // one stays whatever its size: a program that runs again and again is not compiled each time.
  // nullopt: nothing has to be compiled for it.
  void insert(std::shared_ptr<CacheEntry> entry, std::optional<Miss> why);
  // The entry has been compiled, and is larger than before.
  void grown(const CacheEntry& entry);
  // A failed compilation is not kept: the next try compiles again.
  void erase(const CacheEntry& entry);
  void clear();

  // Why programs had to be compiled, the last first; at most 100.
  struct Recompilation {
    int64_t number; // 1: the first of the cache
    int64_t ops, inputs, outputs;
    Miss why; // the first difference from the most similar program at that time
  };
  size_t numRecompilations() const;
  // nullopt: there are not so many.
  std::optional<Recompilation> recompilation(size_t index) const;

private:
  struct Held {
    std::shared_ptr<CacheEntry> entry;
    int64_t bytes; // as counted in bytes_
  };
  using List = std::list<Held>;

  uint64_t bucketOf(uint64_t hash) const { return hash & mask_; }
  // Need mutex_.
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
  List recent_; // most recently used first; guarded by mutex_, as what follows
  int64_t bytes_ = 0;
  HashMap<uint64_t, std::vector<List::iterator>> buckets_;
  std::deque<Recompilation> recompilations_; // the last first
  int64_t inserted_ = 0;
};

} // namespace lz::lazy
