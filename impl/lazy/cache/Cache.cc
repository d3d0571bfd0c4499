#include "lazy/cache/Cache.h"

#include "absl/strings/str_cat.h"
#include "lazy/cache/Explain.h"
#include "lazy/cache/ProgramBytes.h"
#include "spec/Effects.h"

#include <algorithm>

namespace lz::lazy {

namespace {

int64_t bytesOf(const exec::ExecutableSpec& spec) {
  int64_t bytes = spec.codeBytes + spec.tableBytes;
  for (const exec::BufferSpec& buffer : spec.buffers) {
    bytes += int64_t(sizeof buffer);
    if (buffer.constant.valid())
      bytes += buffer.constant.type().numBytes();
  }
  return bytes;
}

} // namespace

CacheEntry::CacheEntry(const Encoding& encoding, Program program)
    : hash_(encoding.hash), program_(std::move(program)),
      hasEffects_(lz::hasEffects(program_.body)), structure_(encoding),
      programBytes_(bytesOf(program_) + structure_.bytes()),
      executable_(internalError("not compiled")) {}

void CacheEntry::fulfil(StatusOr<ExecutableRef> executable) {
  if (executable.ok())
    executableBytes_.fetch_add(bytesOf((*executable)->spec()), std::memory_order_relaxed);
  executable_ = std::move(executable);
  ready_.open();
}

const StatusOr<ExecutableRef>& CacheEntry::executable() const {
  ready_.wait();
  return executable_;
}

StatusOr<ExecutableRef> CacheEntry::planFor(int64_t budget, Rungs::Compile compile) const {
  return rungs_.at(budget, [&](int64_t rung) -> StatusOr<ExecutableRef> {
    LZ_ASSIGN_OR_RETURN(ExecutableRef plan, compile(rung));
    executableBytes_.fetch_add(bytesOf(plan->spec()), std::memory_order_relaxed);
    return plan;
  });
}

int64_t CacheEntry::bytes() const {
  return programBytes_ + executableBytes_.load(std::memory_order_relaxed);
}

Cache::Cache(size_t capacity, int64_t mostBytes, unsigned hashBits, Counters& counters)
    : capacity_(std::max<size_t>(capacity, 1)), mostBytes_(mostBytes),
      mask_(hashBits >= 64 ? ~uint64_t(0) : (uint64_t(1) << hashBits) - 1), counters_(counters) {}

std::shared_ptr<CacheEntry> Cache::find(const Encoding& encoding) {
  std::lock_guard lock(mutex_);
  auto bucket = buckets_.find(bucketOf(encoding.hash));
  if (bucket == buckets_.end())
    return nullptr;
  for (List::iterator it : bucket->second)
    if (it->entry->matches(encoding)) {
      recent_.splice(recent_.begin(), recent_, it);
      return it->entry;
    }
  return nullptr;
}

Miss Cache::explain(const Program& program) const {
  // As a rule, the program of the previous step is the most similar one, and it is among the 8
  // programs that were used most recently.
  constexpr size_t kCandidates = 8;
  std::lock_guard lock(mutex_);
  std::vector<const Program*> candidates;
  for (auto it = recent_.begin(); it != recent_.end() && candidates.size() < kCandidates; ++it)
    candidates.push_back(&it->entry->program());
  Miss miss = explainMiss(program, candidates);
  if (changesOnAndOn(miss))
    miss.reason += absl::StrCat("; dimension ", miss.dim,
                                " changes from program to program: pad it to a few sizes");
  return miss;
}

// Returns true if the last two compilations had the same reason as this one, for example because
// each batch has another size.
bool Cache::changesOnAndOn(const Miss& miss) const {
  constexpr size_t kBefore = 2;
  if (miss.dim < 0 || recompilations_.size() < kBefore)
    return false;
  return std::all_of(recompilations_.begin(), recompilations_.begin() + kBefore,
                     [&](const Recompilation& last) {
                       return last.why.op == miss.op && last.why.dim == miss.dim;
                     });
}

void Cache::insert(std::shared_ptr<CacheEntry> entry, std::optional<Miss> why) {
  std::lock_guard lock(mutex_);
  if (why)
    rememberWhy(entry->program(), *std::move(why));
  uint64_t bucket = bucketOf(entry->hash());
  int64_t bytes = entry->bytes();
  List one;
  one.push_front({std::move(entry), bytes});
  buckets_[bucket].push_back(one.begin());
  recent_.splice(recent_.begin(), one);
  bytes_ += bytes;
  evict();
}

void Cache::rememberWhy(const Program& program, Miss why) {
  constexpr size_t kMostRecompilations = 100;
  recompilations_.push_front({inserted_ + 1, int64_t(program.body.ops.size()),
                              int64_t(program.body.params.size()),
                              int64_t(program.body.results.size()), std::move(why)});
  ++inserted_;
  if (recompilations_.size() > kMostRecompilations)
    recompilations_.pop_back();
}

void Cache::grown(const CacheEntry& entry) {
  std::lock_guard lock(mutex_);
  List::iterator it = iteratorOf(entry);
  if (it == recent_.end())
    return;
  int64_t bytes = entry.bytes();
  bytes_ += bytes - it->bytes;
  it->bytes = bytes;
  evict();
}

void Cache::evict() {
  while (recent_.size() > capacity_ || (bytes_ > mostBytes_ && recent_.size() > 1)) {
    remove(std::prev(recent_.end()));
    add(counters_.cacheEvictions);
  }
}

Cache::List::iterator Cache::iteratorOf(const CacheEntry& entry) {
  return std::find_if(recent_.begin(), recent_.end(),
                      [&](const Held& held) { return held.entry.get() == &entry; });
}

void Cache::remove(List::iterator it) {
  auto bucket = buckets_.find(bucketOf(it->entry->hash()));
  std::erase(bucket->second, it);
  if (bucket->second.empty())
    buckets_.erase(bucket);
  bytes_ -= it->bytes;
  recent_.erase(it);
}

void Cache::erase(const CacheEntry& entry) {
  std::lock_guard lock(mutex_);
  List::iterator it = iteratorOf(entry);
  if (it != recent_.end())
    remove(it);
}

void Cache::clear() {
  std::lock_guard lock(mutex_);
  buckets_.clear();
  recent_.clear();
  bytes_ = 0;
}

size_t Cache::numRecompilations() const {
  std::lock_guard lock(mutex_);
  return recompilations_.size();
}

std::optional<Cache::Recompilation> Cache::recompilation(size_t index) const {
  std::lock_guard lock(mutex_);
  if (index >= recompilations_.size())
    return std::nullopt;
  return recompilations_[index];
}

} // namespace lz::lazy
