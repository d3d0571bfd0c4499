#include "lazy/engine/NewEntry.h"

#include <algorithm>
#include <optional>

namespace lz::lazy {
namespace {

// The size of a batch, and its bucket.
struct BatchSizes {
  int64_t size, bound;
  uint8_t bucket; // see Result::bucket
};

// Returns the batch size and the bucket of the bucketed leaves. Returns nullopt if no leaf is
// bucketed, or if the size has no bucket. A batch of 1 gets its own program, because its dimension
// cannot be distinguished from others of size 1.
StatusOr<std::optional<BatchSizes>> batchOf(const Encoding& encoding) {
  const uint8_t bucket = encoding.buckets.empty() ? 0 : *std::ranges::max_element(encoding.buckets);
  if (bucket == 0)
    return std::nullopt;
  int64_t size = -1;
  for (size_t i = 0; i < encoding.leaves.size(); ++i) {
    const TensorType& type = encoding.leaves[i]->type;
    if (encoding.buckets[i] == 0)
      continue;
    if (size >= 0 && size != type.dims[0])
      return invalidArgument("one program uses bucketed batches of ", size, " and of ",
                             type.dims[0], ": all its bucketed tensors must have one batch size");
    size = type.dims[0];
  }
  constexpr int64_t kMost = int64_t(1) << 30; // the size is an s32
  if (size < 2 || size > kMost)
    return std::nullopt;
  return BatchSizes{size, bucketOf(size, int64_t(1) << (bucket - 1)), bucket};
}

Status setBounded(Engine& engine, const Encoding& encoding, CacheEntry& entry) {
  LZ_ASSIGN_OR_RETURN(const std::optional<BatchSizes> batch, batchOf(encoding));
  if (!batch)
    return okStatus();
  std::vector<uint8_t> isBatch;
  for (uint8_t bucket : encoding.buckets)
    isBatch.push_back(bucket != 0);
  LZ_ASSIGN_OR_RETURN(Bucketed made, bucketed(entry.program(), isBatch, batch->bound));
  entry.setBounded(engine.buckets.find(std::move(made)), batch->size, batch->bucket);
  return okStatus();
}

} // namespace

StatusOr<std::shared_ptr<CacheEntry>> newEntry(Engine& engine, const Encoding& encoding, Miss why) {
  auto entry = std::make_shared<CacheEntry>(encoding, toProgram(encoding, engine.locations));
  LZ_RETURN_IF_ERROR(setBounded(engine, encoding, *entry));
  if (!entry->needsCompilation()) {
    add(engine.counters.cacheHits);
    engine.cache.insert(entry, std::nullopt);
    return entry;
  }
  if (why.reason.empty())
    why = engine.cache.explain(entry->program());
  LZ_RETURN_IF_ERROR(engine.guards.checkCompile(why.reason));
  add(engine.counters.cacheMisses);
  engine.cache.insert(entry, std::move(why));
  return entry;
}

} // namespace lz::lazy
