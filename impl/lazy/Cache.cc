#include "lazy/Cache.h"

#include "lazy/AttrCompare.h"
#include "lazy/Explain.h"

#include <algorithm>

namespace lz::lazy {

CacheEntry::CacheEntry(const Encoding& encoding, Program program)
    : hash_(encoding.hash), program_(std::move(program)), operandIds_(encoding.operandIds),
      executable_(internalError("not compiled")) {
  for (Node* node : encoding.ops)
    if (node->extra)
      bodies_.insert(bodies_.end(), node->extra->bodies.begin(), node->extra->bodies.end());
}

bool CacheEntry::matches(const Encoding& encoding) const {
  const Region& body = program_.body;
  if (encoding.ops.size() != body.ops.size() || encoding.leafIds != body.params ||
      encoding.outputIds != body.results || encoding.operandIds != operandIds_)
    return false;
  for (size_t i = 0; i < encoding.leaves.size(); ++i)
    if ((encoding.donated[i] != 0) != program_.donated[i] ||
        encoding.leaves[i]->type != program_.type(body.params[i]))
      return false;
  auto known = bodies_.begin();
  for (size_t i = 0; i < encoding.ops.size(); ++i) {
    const Op& op = body.ops[i];
    Node& node = *encoding.ops[i];
    // Value numbers are given in the order of ops, so equal counts mean equal numbers.
    if (op.opcode != node.opcode || op.results.size() != node.numResults ||
        op.operands.size() != node.numOperands || !equalAttrs(op.attrs, node.attrs()))
      return false;
    for (uint32_t r = 0; r < node.numResults; ++r)
      if (node.result(r).type != program_.type(op.results[r]))
        return false;
    size_t numBodies = node.extra ? node.extra->bodies.size() : 0;
    if (op.regions.size() != numBodies)
      return false;
    for (size_t b = 0; b < numBodies; ++b)
      if (!equalBodies(*node.extra->bodies[b], **known++))
        return false;
  }
  return true;
}

void CacheEntry::fulfil(StatusOr<ExecutableRef> executable) {
  executable_ = std::move(executable);
  ready_.open();
}

const StatusOr<ExecutableRef>& CacheEntry::executable() const {
  ready_.wait();
  return executable_;
}

Cache::Cache(size_t capacity, unsigned hashBits, Counters& counters)
    : capacity_(std::max<size_t>(capacity, 1)),
      mask_(hashBits >= 64 ? ~uint64_t(0) : (uint64_t(1) << hashBits) - 1), counters_(counters) {}

std::shared_ptr<CacheEntry> Cache::find(const Encoding& encoding) {
  std::lock_guard lock(mutex_);
  auto bucket = buckets_.find(bucketOf(encoding.hash));
  if (bucket == buckets_.end())
    return nullptr;
  for (List::iterator it : bucket->second)
    if ((*it)->matches(encoding)) {
      recent_.splice(recent_.begin(), recent_, it);
      return *it;
    }
  return nullptr;
}

void Cache::insert(std::shared_ptr<CacheEntry> entry) {
  // Enough to find the usual suspect, a step recorded just before.
  constexpr size_t kCandidates = 8;
  std::lock_guard lock(mutex_);
  std::vector<const Program*> candidates;
  for (auto it = recent_.begin(); it != recent_.end() && candidates.size() < kCandidates; ++it)
    candidates.push_back(&(*it)->program());
  explanation_ = explainMiss(entry->program(), candidates);

  uint64_t bucket = bucketOf(entry->hash());
  recent_.push_front(std::move(entry));
  buckets_[bucket].push_back(recent_.begin());
  while (recent_.size() > capacity_) {
    remove(std::prev(recent_.end()));
    add(counters_.cacheEvictions);
  }
}

void Cache::remove(List::iterator it) {
  auto bucket = buckets_.find(bucketOf((*it)->hash()));
  std::erase(bucket->second, it);
  if (bucket->second.empty())
    buckets_.erase(bucket);
  recent_.erase(it);
}

void Cache::erase(const CacheEntry& entry) {
  std::lock_guard lock(mutex_);
  auto it = std::find_if(recent_.begin(), recent_.end(),
                         [&](const auto& held) { return held.get() == &entry; });
  if (it != recent_.end())
    remove(it);
}

void Cache::clear() {
  std::lock_guard lock(mutex_);
  buckets_.clear();
  recent_.clear();
}

std::string Cache::explanation() const {
  std::lock_guard lock(mutex_);
  return explanation_;
}

} // namespace lz::lazy
