// If k is small, the elements are selected in one pass; if there are fewer rows than threads, parts
// of a row are. Otherwise the row is sorted.
#include "exec/TopK.h"

#include "exec/Selection.h"

namespace lz::exec {
namespace {

constexpr double kTopKNsPerElement = 0.15, kTopKNsPerDigit = 2, kNsPerCandidate = 20,
                 kTopKNsPerRow = 100;
constexpr int64_t kLongTopKRow = 32 << 10; // shorter rows are not worth a second thread
constexpr int64_t kTopKPartsPerThread = 2;
constexpr int64_t kFewOf = 8; // k is small if it is at most a row's length / kFewOf

struct TopKRows {
  int64_t count, length, k;
};

TopKRows rowsToSelect(const CallSignature& signature) {
  const int64_t k = signature.attrsOf<TopKCallAttrs>().k;
  return {k == 0 ? 0 : signature.results[0].numElements() / k, signature.operands[0].dims.back(),
          k};
}

bool isSelected(const TopKRows& rows) {
  return rows.k <= rows.length / kFewOf;
}

// The number of parts of a row that threads select from, while rows come one after another.
int64_t topKPartsOf(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  return rows.count < signature.threads && rows.length >= kLongTopKRow
             ? kTopKPartsPerThread * signature.threads
             : 1;
}

int64_t topKWorkersOf(const CallSignature& signature) {
  return topKPartsOf(signature) > 1
             ? 1
             : std::clamp<int64_t>(rowsToSelect(signature).count, 1, signature.threads);
}

template <typename T> int64_t topKScratchOfRow(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  const int64_t parts = topKPartsOf(signature);
  const int64_t bytes =
      isSelected(rows) ? parts * (int64_t(sizeof(Selection<T>)) + Selection<T>::listBytes(rows.k))
                       : RadixSort<Word>::scratchBytes(rows.length, parts);
  return (bytes + kCandidateAlign - 1) / kCandidateAlign * kCandidateAlign; // one after another
}

template <typename T> class RowSelector {
public:
  using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

  RowSelector(std::byte* scratch, int64_t k, RowParts parts, MachineClass cpu)
      : scratch_(scratch), k_(k), parts_(parts), cpu_(cpu) {}

  void run(const T* row, T* values, int32_t* places) {
    return isSelected({1, parts_.length, k_}) ? select(row, values, places)
                                              : sort(row, values, places);
  }

private:
  // The list of a part in scratch. The selections follow all lists.
  std::byte* listOf(int64_t part) const { return scratch_ + part * Selection<T>::listBytes(k_); }
  Selection<T>& selectionOf(int64_t part) const {
    return reinterpret_cast<Selection<T>*>(listOf(parts_.count))[part];
  }

  void select(const T* row, T* values, int32_t* places) {
    for (int64_t part = 0; part < parts_.count; ++part)
      selectionOf(part) = Selection<T>(listOf(part), k_, cpu_);
    const bool isDone =
        parts_.each(kTopKNsPerElement, [&](int64_t part, int64_t begin, int64_t end) {
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
    RadixSort<Word> radix(scratch_, parts_);
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
};

double topKNsPerRow(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  const double perElement =
      isSelected(rows) ? kTopKNsPerElement * double(byteSize(signature.operands[0].dtype)) / 4
                       : kTopKNsPerDigit * double(byteSize(signature.operands[0].dtype)) + 2;
  return kTopKNsPerRow + perElement * double(rows.length) + kNsPerCandidate * double(rows.k);
}

template <typename T> void selectAll(const CallArgs& args) {
  const TopKRows rows = rowsToSelect(args.signature);
  const int64_t bytes = topKScratchOfRow<T>(args.signature), numParts = topKPartsOf(args.signature);
  const RowParts parts{rows.length, numParts, numParts > 1 ? &args.pool : nullptr};
  const MachineClass cpu = args.signature.cpu;
  const T* x = args.operand(0).as<T>().data();
  T* values = args.result(0).as<T>().data();
  int32_t* places = args.result(1).as<int32_t>().data();
  auto selectRows = [&](int64_t lo, int64_t hi, int worker) {
    RowSelector<T> selector(args.scratch.data() + bytes * worker, rows.k, parts, cpu);
    for (int64_t row = lo; row < hi && !isCancelled(); ++row)
      selector.run(x + row * rows.length, values + row * rows.k, places + row * rows.k);
  };
  if (numParts > 1)
    return selectRows(0, rows.count, 0);
  args.pool.parallelFor(rows.count, topKNsPerRow(args.signature), selectRows,
                        int(topKWorkersOf(args.signature)));
}

} // namespace

Status topK(const CallArgs& args) {
  if (rowsToSelect(args.signature).count > 0)
    visitDType(args.signature.operands[0].dtype,
               [&](auto zero) { selectAll<decltype(zero)>(args); });
  return okStatus();
}

// A row has at most 2^31 elements.
CallNeeds needsOfTopK(const CallSignature& signature) {
  const TopKRows rows = rowsToSelect(signature);
  if (rows.count == 0)
    return {0, 0};
  const int64_t ofRow = visitDType(signature.operands[0].dtype, [&](auto zero) {
    return topKScratchOfRow<decltype(zero)>(signature);
  });
  return {topKWorkersOf(signature) * ofRow, double(rows.count) * topKNsPerRow(signature)};
}

} // namespace lz::exec
