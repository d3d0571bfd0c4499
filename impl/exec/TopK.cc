// Selects the elements while the row is read once. If sorting is predicted to be faster, sorts the
// row instead. If there are fewer rows than threads, threads divide each row.
#include "exec/TopK.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "exec/Selection.h"

#include <cmath>

namespace lz::exec {
namespace {

struct TopKRows {
  int64_t count, length, k;
};

TopKRows rowsToSelect(const CallSignature& signature) {
  const int64_t k = signature.attrsOf<TopKCallAttrs>().k;
  return {k == 0 ? 0 : signature.results[0].numElements() / k, signature.operands[0].dims.back(),
          k};
}

// The price of one of the two methods, selection or sorting. `ns` is the predicted time of a row.
// If `ns` is at least `leastNsToShare`, threads divide the row.
struct TopKPrice {
  double ns, leastNsToShare;
};
TopKPrice priceOfSelection(const TopKRows& rows, int64_t bytes, const SortCosts& costs) {
  const auto length = double(rows.length), k = double(rows.k);
  // In a row of random order, element i is among the k largest so far with probability k / i.
  const double joined = k == 0 ? 0 : k * (1 + std::log(std::max(1.0, length / k)));
  const double join = Selection<float>::keepsOrder(rows.k) ? costs.joinFew : costs.join;
  return {costs.row + costs.select * double(bytes) / 4 * length + join * joined,
          2 * ThreadPool::kGrainNs};
}
TopKPrice priceOfSorting(const TopKRows& rows, int64_t bytes, const SortCosts& costs) {
  const double perElement = costs.load + (costs.count + costs.move) * double(bytes);
  return {costs.row + perElement * double(rows.length), leastNsToShare(2 + 2 * double(bytes))};
}

bool isSelected(const TopKRows& rows, int64_t bytes, const SortCosts& costs) {
  return priceOfSelection(rows, bytes, costs).ns <= priceOfSorting(rows, bytes, costs).ns;
}
bool isSelected(const CallSignature& signature) {
  return isSelected(rowsToSelect(signature), byteSize(signature.operandType()),
                    libraryCosts(signature.cpu).sort);
}
TopKPrice priceOf(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  const int64_t bytes = byteSize(signature.operandType());
  const SortCosts& costs = libraryCosts(signature.cpu).sort;
  return isSelected(signature) ? priceOfSelection(rows, bytes, costs)
                               : priceOfSorting(rows, bytes, costs);
}

// Returns the number of parts into which threads divide a row, or 1 if one thread computes a row.
int64_t topKPartsOf(const CallSignature& signature) {
  const TopKPrice price = priceOf(signature);
  return rowsToSelect(signature).count < signature.threads && price.ns >= price.leastNsToShare
             ? kPartsPerThread * signature.threads
             : 1;
}

int64_t topKWorkersOf(const CallSignature& signature) {
  return topKPartsOf(signature) > 1
             ? 1
             : std::clamp<int64_t>(rowsToSelect(signature).count, 1, signature.threads);
}

// Returns the bytes of a list and of its selection, rounded up to whole cache lines. So threads
// with different lists never write to the same cache line.
template <typename T> int64_t scratchOfSelection(int64_t k) {
  return roundUp(Selection<T>::listBytes(k) + int64_t(sizeof(Selection<T>)), kCacheLineBytes);
}

template <typename T> int64_t topKScratchOfRow(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  const int64_t parts = topKPartsOf(signature);
  return isSelected(signature) ? parts * scratchOfSelection<T>(rows.k)
                               : RadixSort<Word>::scratchBytes(rows.length, parts);
}

template <typename T> class RowSelector {
public:
  using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

  RowSelector(std::byte* scratch, const CallSignature& signature, RowParts parts)
      : scratch_(scratch), k_(rowsToSelect(signature).k), parts_(parts), cpu_(signature.cpu),
        costs_(libraryCosts(cpu_).sort), isSelected_(isSelected(signature)) {}

  void run(const T* row, T* values, int32_t* places) {
    return isSelected_ ? select(row, values, places) : sort(row, values, places);
  }

private:
  // Returns the list of a part in scratch. The selection of the part follows the list.
  std::byte* listOf(int64_t part) const { return scratch_ + part * scratchOfSelection<T>(k_); }
  Selection<T>& selectionOf(int64_t part) const {
    return *reinterpret_cast<Selection<T>*>(listOf(part) + Selection<T>::listBytes(k_));
  }

  void select(const T* row, T* values, int32_t* places) {
    for (int64_t part = 0; part < parts_.count; ++part)
      selectionOf(part) = Selection<T>(listOf(part), k_, cpu_);
    const bool isDone =
        parts_.each(costs_.select * sizeof(T) / 4, [&](int64_t part, int64_t begin, int64_t end) {
          selectionOf(part).show(row, begin, end);
        });
    if (!isDone)
      return;
    for (int64_t part = 1; part < parts_.count; ++part)
      selectionOf(0).join(selectionOf(part));
    selectionOf(0).each([&](int64_t i, int32_t place) {
      places[i] = place;
      values[i] = row[place];
    });
  }

  void sort(const T* row, T* values, int32_t* places) {
    RadixSort<Word> radix(scratch_, parts_, costs_);
    bool unordered = false;
    if (radix.begin(/*reversed=*/false) &&
        radix.sortBy(row, 1, Order::Total, /*descending=*/true, unordered))
      radix.first(k_, [&](int64_t i, Word place) {
        places[i] = int32_t(place);
        values[i] = row[place];
      });
  }

  std::byte* scratch_;
  int64_t k_;
  RowParts parts_;
  MachineClass cpu_;
  const SortCosts& costs_;
  const bool isSelected_;
};

template <typename T> void selectAll(const CallArgs& args) {
  const TopKRows rows = rowsToSelect(args.signature);
  const int64_t bytes = topKScratchOfRow<T>(args.signature), numParts = topKPartsOf(args.signature);
  const RowParts parts{rows.length, numParts, numParts > 1 ? &args.pool : nullptr};
  const T* x = args.operand(0).as<T>().data();
  T* values = args.result(0).as<T>().data();
  int32_t* places = args.result(1).as<int32_t>().data();
  auto selectRows = [&](int64_t lo, int64_t hi, int worker) {
    RowSelector<T> selector(args.scratch.data() + bytes * worker, args.signature, parts);
    for (int64_t row = lo; row < hi && !isCancelled(); ++row)
      selector.run(x + row * rows.length, values + row * rows.k, places + row * rows.k);
  };
  if (numParts > 1)
    return selectRows(0, rows.count, 0);
  args.pool.parallelFor(rows.count, priceOf(args.signature).ns, selectRows,
                        int(topKWorkersOf(args.signature)));
}

} // namespace

Status topK(const CallArgs& args) {
  if (rowsToSelect(args.signature).count > 0)
    visitDType(args.signature.operands[0].dtype,
               [&](auto zero) { selectAll<decltype(zero)>(args); });
  return okStatus();
}

// The sizes cannot overflow, because a row has fewer than 2^31 elements.
CallNeeds needsOfTopK(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  if (rows.count == 0)
    return {0, 0};
  const int64_t ofRow = visitDType(signature.operands[0].dtype, [&](auto zero) {
    return topKScratchOfRow<decltype(zero)>(signature);
  });
  return {topKWorkersOf(signature) * ofRow, double(rows.count) * priceOf(signature).ns};
}

} // namespace lz::exec
