// Sorts rows by keys with a radix sort. If there are fewer rows than threads, all threads sort one
// row together. A merge sort handles rows without keys, and rows with a NaN if the order does not
// say where a NaN belongs.
#include "exec/Sort.h"

#include "absl/container/inlined_vector.h"
#include "base/Checked.h"
#include "base/VisitSize.h"
#include "exec/MergeSort.h"
#include "exec/RadixSort.h"

#include <optional>

namespace lz::exec {
namespace {

struct Rows {
  int64_t count, length, stride; // stride: distance between elements of a row

  int64_t start(int64_t row) const { return row / stride * stride * length + row % stride; }
};

Rows rowsToSort(const CallSignature& signature) {
  const TensorType& type = signature.operands[0];
  const auto dimension = size_t(signature.attrsOf<SortCallAttrs>().dimension);
  int64_t stride = 1;
  for (size_t d = dimension + 1; d < type.dims.size(); ++d)
    stride *= type.dims[d];
  const int64_t length = type.dims[dimension];
  return {length == 0 ? 0 : type.numElements() / length, length, stride};
}

const std::vector<int64_t>& keysOf(const CallSignature& signature) {
  return signature.attrsOf<SortCallAttrs>().keys;
}

bool reversesEqual(const CallSignature& signature) {
  return signature.attrsOf<SortCallAttrs>().equal == "reversed";
}

bool isWide(const CallSignature& signature) {
  for (int64_t key : keysOf(signature))
    if (byteSize(signature.operands[size_t(key)].dtype) == 8)
      return true;
  return rowsToSort(signature).length > std::numeric_limits<uint32_t>::max();
}

const SortCosts& sortCosts(const CallSignature& signature) {
  return libraryCosts(signature.cpu).sort;
}

double nsPerRow(const CallSignature& signature) {
  const SortCosts& costs = sortCosts(signature);
  const auto length = double(rowsToSort(signature).length);
  double perElement = (costs.load + costs.reorder) * double(signature.operands.size());
  for (int64_t key : keysOf(signature))
    perElement +=
        (costs.count + costs.move) * double(byteSize(signature.operands[size_t(key)].dtype));
  if (keysOf(signature).empty())
    perElement += costs.comparison * std::bit_width(uint64_t(length));
  return costs.row + perElement * length;
}

// A row is sorted in several loops, one after another. Returns how many of these loops threads can
// divide. One loop sets the places. For each key, one loop loads it. For each digit of a key, one
// loop counts its values, and one loop moves the keys. For each operand, one loop reorders its
// elements. If there are no keys, the merges count as the first loop.
double loopsOfRow(const CallSignature& signature) {
  double loops = 1 + double(signature.operands.size());
  for (int64_t key : keysOf(signature))
    loops += 1 + 2 * double(byteSize(signature.operands[size_t(key)].dtype));
  return loops;
}

// Returns whether all threads sort one row together.
bool isShared(const CallSignature& signature) {
  return rowsToSort(signature).count < signature.threads &&
         nsPerRow(signature) >= leastNsToShare(loopsOfRow(signature));
}
int64_t partsOf(const CallSignature& signature) {
  return isShared(signature) ? kPartsPerThread * signature.threads : 1;
}
// Returns the number of rows that are sorted at the same time.
int64_t workersOf(const CallSignature& signature) {
  return isShared(signature)
             ? 1
             : std::clamp<int64_t>(rowsToSort(signature).count, 1, signature.threads);
}

struct Key {
  DType dtype;
  const std::byte* row; // address of the first element of the row
  int64_t stride;
  Order order;
  bool descending;

  template <typename T> const T* as() const { return reinterpret_cast<const T*>(row); }
  // Returns the key of an element. Returns nullopt for a NaN if the order does not say where a NaN
  // belongs.
  std::optional<uint64_t> at(int64_t place) const {
    return visitDType(dtype, [&](auto zero) -> std::optional<uint64_t> {
      using T = decltype(zero);
      const Bits<T> key = keyOf(as<T>()[place * stride], order);
      if (kIsFloat<T> && order == Order::Value && key == kNanKey<T>)
        return std::nullopt;
      return key;
    });
  }
};
using Keys = absl::InlinedVector<Key, 4>;

// Compares by the first key that differs.
struct LessByKeys {
  const Keys& keys;
  bool ifEqual;

  static bool hasEnded() { return false; }
  bool operator()(int64_t a, int64_t b) const {
    for (const Key& key : keys) {
      const std::optional<uint64_t> x = key.at(a), y = key.at(b);
      if (!x || !y)
        return false;
      if (*x != *y)
        return (*x < *y) != key.descending;
    }
    return ifEqual;
  }
};

// Compares by running the op's body. The parameters of the body are two elements of each operand.
class LessByBody {
public:
  LessByBody(const CallArgs& args, int64_t start, int64_t stride) : body_(*args.body) {
    for (size_t i = 0; i < args.signature.operands.size(); ++i) {
      const int64_t bytes = byteSize(args.signature.operands[i].dtype);
      operands_.push_back({args.operand(i).data + start * bytes, stride * bytes});
    }
  }

  bool operator()(int64_t a, int64_t b) const {
    absl::InlinedVector<const void*, 32> params(2 * operands_.size());
    for (size_t i = 0; i < operands_.size(); ++i) {
      params[2 * i] = operands_[i].row + a * operands_[i].stride;
      params[2 * i + 1] = operands_[i].row + b * operands_[i].stride;
    }
    return body_.holds(params.data());
  }
  bool hasEnded() const { return body_.hasEnded(); }

private:
  struct Operand {
    const std::byte* row;
    int64_t stride; // distance between the elements of the row, in bytes
  };
  CallBody& body_;
  absl::InlinedVector<Operand, 8> operands_;
};

// Sorts one row at a time.
template <typename Word> class RowSorter {
public:
  RowSorter(const CallArgs& args, std::byte* scratch, RowParts parts)
      : args_(args), scratch_(scratch), parts_(parts) {}

  void sort(int64_t start, int64_t stride) {
    const CallSignature& signature = args_.signature;
    const Keys keys = keysAt(start, stride);
    if (keys.empty())
      return merge(LessByBody(args_, start, stride), start, stride);
    RadixSort<Word> radix(scratch_, parts_, sortCosts(signature));
    bool isDone = radix.begin(reversesEqual(signature)), unordered = false;
    for (size_t i = keys.size(); i-- > 0 && isDone && !unordered;)
      isDone = sortBy(keys[i], radix, unordered);
    if (unordered)
      return merge(LessByKeys{keys, reversesEqual(signature)}, start, stride);
    reorderAll(radix, start, stride, isDone);
  }

private:
  Keys keysAt(int64_t start, int64_t stride) const {
    const CallSignature& signature = args_.signature;
    const auto& attrs = signature.attrsOf<SortCallAttrs>();
    Keys keys;
    for (size_t i = 0; i < keysOf(signature).size(); ++i) {
      const CallView view = args_.operand(size_t(keysOf(signature)[i]));
      keys.push_back({view.type.dtype, view.data + start * byteSize(view.type.dtype), stride,
                      parseOrder(attrs.orders[i]), attrs.descending[i] != 0});
    }
    return keys;
  }

  static bool sortBy(const Key& key, RadixSort<Word>& radix, bool& unordered) {
    return visitDType(key.dtype, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (sizeof(T) <= sizeof(Word))
        return radix.sortBy(key.as<T>(), key.stride, key.order, key.descending, unordered);
      return false;
    });
  }

  template <typename Less> void merge(Less less, int64_t start, int64_t stride) {
    const bool isShared = parts_.pool && (!args_.body || args_.body->isShared());
    MergeSort<Word> merges(scratch_, parts_.length, isShared ? parts_.pool : nullptr,
                           sortCosts(args_.signature).comparison);
    reorderAll(merges, start, stride, merges.sort(less));
  }

  template <typename Sorted>
  void reorderAll(const Sorted& sorted, int64_t start, int64_t stride, bool isDone) const {
    for (size_t i = 0; i < args_.signature.operands.size() && isDone; ++i)
      isDone = visitSize(args_.signature.operands[i].dtype, [&](auto zero) {
        using T = decltype(zero);
        return sorted.reorder(args_.operand(i).as<T>().data() + start,
                              args_.result(i).as<T>().data() + start, stride);
      });
  }

  const CallArgs& args_;
  std::byte* scratch_;
  RowParts parts_;
};

template <typename Word> int64_t scratchOfRow(const CallSignature& signature) {
  return RadixSort<Word>::scratchBytes(rowsToSort(signature).length, partsOf(signature));
}

bool hasEnded(const CallArgs& args) {
  return args.body && args.body->hasEnded();
}

template <typename Word> void sortAll(const CallArgs& args) {
  const Rows rows = rowsToSort(args.signature);
  const int64_t bytes = scratchOfRow<Word>(args.signature);
  const bool together = isShared(args.signature);
  const RowParts parts{rows.length, partsOf(args.signature), together ? &args.pool : nullptr};
  auto sortRows = [&](int64_t lo, int64_t hi, int worker) {
    RowSorter<Word> sorter(args, args.scratch.data() + bytes * worker, parts);
    for (int64_t row = lo; row < hi && !isCancelled() && !hasEnded(args); ++row)
      sorter.sort(rows.start(row), rows.stride);
  };
  if (together || (args.body && !args.body->isShared()))
    return sortRows(0, rows.count, 0);
  args.pool.parallelFor(rows.count, nsPerRow(args.signature), sortRows,
                        int(workersOf(args.signature)));
}

} // namespace

Status sort(const CallArgs& args) {
  if (rowsToSort(args.signature).count == 0)
    return okStatus();
  if (isWide(args.signature))
    sortAll<uint64_t>(args);
  else
    sortAll<uint32_t>(args);
  return okStatus();
}

// Each worker has the scratch of a radix sort, with two lists of keys and places. A merge sort
// needs only two lists of places, which take less memory.
CallNeeds needsOfSort(const CallSignature& signature) {
  const Rows rows = rowsToSort(signature);
  if (rows.count == 0)
    return {0, 0};
  const double ns = double(rows.count) * nsPerRow(signature);
  // This product is at least twice the size of the lists, which have items of 16 bytes. If the
  // product does not overflow, the sizes below do not overflow either.
  if (!checkedProduct({workersOf(signature), 4, rows.length, 16}))
    return {std::numeric_limits<int64_t>::max(), ns};
  return {workersOf(signature) * (isWide(signature) ? scratchOfRow<uint64_t>(signature)
                                                    : scratchOfRow<uint32_t>(signature)),
          ns};
}

} // namespace lz::exec
