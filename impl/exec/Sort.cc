// Elements become unsigned integers that grow in the wanted order. These are sorted with their
// places, digit by digit of 8 bits from the lowest one, each time stably; then every operand is
// read in the order of the places. -1.0 and 2.0 as f32, "total": bits bf800000 and 40000000, keys
// 407fffff and c0000000.
#include "exec/Sort.h"

#include "base/Cancel.h"
#include "base/Checked.h"
#include "base/VisitSize.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

namespace lz::exec {
namespace {

constexpr int64_t kPiece = 32 << 10; // elements between two looks at the flag
constexpr int64_t kShort = 64;       // rows up to here are merged
constexpr double kNsPerDigit = 1.5, kNsPerElement = 6, kNsPerRow = 100;

struct Rows {
  int64_t count, length, stride; // stride: between the elements of one

  int64_t start(int64_t row) const { return row / stride * stride * length + row % stride; }
};

Rows rowsOf(const CallSignature& signature) {
  const TensorType& type = signature.operands[0];
  const auto dimension = size_t(signature.attr<int64_t>("dimension"));
  int64_t stride = 1;
  for (size_t d = dimension + 1; d < type.dims.size(); ++d)
    stride *= type.dims[d];
  const int64_t length = type.dims[dimension];
  return {length == 0 ? 0 : type.numElements() / length, length, stride};
}

// Wide: keys of 8 bytes, or more places than 32 bits count.
template <typename Word> struct Item {
  Word key, place;
};
bool isWide(const CallSignature& signature) {
  const DType dtype = signature.operands[size_t(signature.attr<int64_t>("key"))].dtype;
  return byteSize(dtype) == 8 || rowsOf(signature).length > std::numeric_limits<uint32_t>::max();
}

enum class Order { Value, Total, Canonical };

Order orderOf(const CallSignature& signature) {
  const auto& order = signature.attr<std::string>("order");
  return order == "total" ? Order::Total : order == "canonical" ? Order::Canonical : Order::Value;
}

template <typename T> auto bitsOf(T x) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return x.bits;
  else if constexpr (std::is_same_v<T, bool>)
    return uint8_t(x);
  else if constexpr (std::is_integral_v<T>)
    return std::make_unsigned_t<T>(x);
  else
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>(x);
}
template <typename T> using Bits = decltype(bitsOf(T()));

template <typename T> constexpr bool kIsFloat = !std::is_integral_v<T>;
template <typename T> constexpr Bits<T> kSign = Bits<T>(Bits<T>(1) << (8 * sizeof(T) - 1));
template <typename T>
constexpr Bits<T> kInfinity = Bits<T>(std::is_same_v<T, F16>    ? 0x7c00
                                      : std::is_same_v<T, BF16> ? 0x7f80
                                      : sizeof(T) == 4          ? 0x7f800000
                                                                : 0x7ff0000000000000);
// Of every NaN, where it is not "total".
template <typename T> constexpr Bits<T> kNanKey = std::numeric_limits<Bits<T>>::max();

// Grows in the order.
template <typename T> Bits<T> keyOf(T x, Order order) {
  Bits<T> bits = bitsOf(x);
  if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? Bits<T>(bits ^ kSign<T>) : bits;
  } else {
    const auto magnitude = Bits<T>(bits & ~kSign<T>);
    if (order != Order::Total && magnitude > kInfinity<T>)
      return kNanKey<T>;
    if (order != Order::Total && magnitude == 0)
      bits = 0;
    return bits & kSign<T> ? Bits<T>(~bits) : Bits<T>(bits | kSign<T>);
  }
}

// Calls fn(begin, end) on pieces of [0, count). False: cancelled in between.
template <typename Fn> bool inPieces(int64_t count, Fn fn) {
  for (int64_t begin = 0; begin < count; begin += kPiece) {
    if (isCancelled())
      return false;
    fn(begin, std::min(begin + kPiece, count));
  }
  return true;
}

// The keys of one row and where they belong. A function that returns false was cancelled.
template <typename Word> class RowSorter {
public:
  RowSorter(Item<Word>* scratch, int64_t length)
      : items_(scratch), other_(scratch + length), length_(length) {}

  // Of the elements from[0], from[stride], ...
  template <typename T> bool load(const T* from, int64_t stride, Order order, bool descending) {
    const size_t digits = length_ > kShort ? sizeof(T) : 0; // that are counted
    for (size_t digit = 0; digit < digits; ++digit)
      counts_[digit].fill(0);
    unordered_ = std::nullopt;
    return inPieces(length_, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T x = from[i * stride];
        const Bits<T> ascending = keyOf(x, order);
        const auto key = Word(descending ? Bits<T>(~ascending) : ascending);
        if (kIsFloat<T> && order == Order::Value && ascending == kNanKey<T>)
          unordered_ = key;
        items_[i] = {key, Word(i)};
        for (size_t digit = 0; digit < digits; ++digit)
          ++counts_[digit][uint8_t(key >> (8 * digit))];
      }
    });
  }

  bool sort(size_t digits) {
    if (unordered_)
      return merge(
          [none = *unordered_](Word a, Word b) { return a < b && a != none && b != none; });
    if (length_ <= kShort)
      return merge([](Word a, Word b) { return a < b; });
    for (size_t digit = 0; digit < digits; ++digit)
      if (!sortByDigit(digit))
        return false;
    return true;
  }

  // to[0], to[stride], ... become the elements of `from` in their order.
  template <typename T> bool reorder(const T* from, T* to, int64_t stride) const {
    return inPieces(length_, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i * stride] = from[int64_t(items_[i].place) * stride];
    });
  }

private:
  bool sortByDigit(size_t digit) {
    std::array<int64_t, 256>& next = counts_[digit];
    const auto digitOf = [&](Word key) { return uint8_t(key >> (8 * digit)); };
    if (next[digitOf(items_[0].key)] == length_) // all have the same one
      return true;
    int64_t before = 0;
    for (int64_t& count : next)
      before += std::exchange(count, before);
    bool isDone = inPieces(length_, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        other_[next[digitOf(items_[i].key)]++] = items_[i];
    });
    std::swap(items_, other_);
    return isDone;
  }

  // Runs of 1, 2, 4, ... elements in pairs.
  template <typename Less> bool merge(Less less) {
    for (int64_t width = 1; width < length_; width *= 2) {
      for (int64_t begin = 0; begin < length_; begin += 2 * width)
        if (!mergeTwo(begin, std::min(begin + width, length_), std::min(begin + 2 * width, length_),
                      less))
          return false;
      std::swap(items_, other_);
    }
    return true;
  }

  template <typename Less> bool mergeTwo(int64_t begin, int64_t mid, int64_t end, Less less) {
    int64_t left = begin, right = mid;
    return inPieces(end - begin, [&](int64_t from, int64_t to) {
      for (int64_t i = begin + from; i < begin + to; ++i) {
        bool takesRight = right < end && (left == mid || less(items_[right].key, items_[left].key));
        other_[i] = items_[takesRight ? right++ : left++];
      }
    });
  }

  Item<Word>*items_, *other_;
  int64_t length_;
  std::optional<Word> unordered_;                             // the key that compares with nothing
  std::array<std::array<int64_t, 256>, sizeof(Word)> counts_; // by digit, of its values
};

template <typename Word>
bool sortRow(const CallArgs& args, int64_t start, int64_t stride, RowSorter<Word>& sorter) {
  const CallSignature& signature = args.signature;
  const CallView keys = args.operand(size_t(signature.attr<int64_t>("key")));
  const bool descending = signature.attr<int64_t>("descending") != 0;
  bool isDone = visitDType(keys.type.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (sizeof(T) <= sizeof(Word))
      return sorter.load(keys.as<T>().data() + start, stride, orderOf(signature), descending);
    return false;
  });
  isDone = isDone && sorter.sort(byteSize(keys.type.dtype));
  for (size_t i = 0; i < signature.operands.size() && isDone; ++i)
    isDone = visitSize(signature.operands[i].dtype, [&](auto zero) {
      using T = decltype(zero);
      return sorter.reorder(args.operand(i).as<T>().data() + start,
                            args.result(i).as<T>().data() + start, stride);
    });
  return isDone;
}

double nsPerRow(const CallSignature& signature) {
  const auto key = size_t(signature.attr<int64_t>("key"));
  const double perElement = kNsPerDigit * double(byteSize(signature.operands[key].dtype)) +
                            kNsPerElement * double(signature.operands.size());
  return kNsPerRow + perElement * double(rowsOf(signature).length);
}

int64_t workersOf(const CallSignature& signature) {
  return std::clamp<int64_t>(rowsOf(signature).count, 1, signature.threads);
}

template <typename Word> void sortAll(const CallArgs& args) {
  const Rows rows = rowsOf(args.signature);
  auto* scratch = reinterpret_cast<Item<Word>*>(args.scratch.data());
  args.pool.parallelFor(
      rows.count, nsPerRow(args.signature),
      [&](int64_t lo, int64_t hi, int worker) {
        RowSorter<Word> sorter(scratch + 2 * rows.length * worker, rows.length);
        for (int64_t row = lo; row < hi; ++row)
          if (!sortRow(args, rows.start(row), rows.stride, sorter))
            return;
      },
      int(workersOf(args.signature)));
}

} // namespace

Status sort(const CallArgs& args) {
  if (rowsOf(args.signature).count == 0)
    return okStatus();
  if (isWide(args.signature))
    sortAll<uint64_t>(args);
  else
    sortAll<uint32_t>(args);
  return okStatus();
}

CallNeeds needsOfSort(const CallSignature& signature) {
  const Rows rows = rowsOf(signature);
  const auto itemBytes =
      int64_t(isWide(signature) ? sizeof(Item<uint64_t>) : sizeof(Item<uint32_t>));
  const CheckedInt bytes = rows.count == 0
                               ? CheckedInt(0)
                               : checkedProduct({workersOf(signature), 2, rows.length, itemBytes});
  return {bytes.value_or(std::numeric_limits<int64_t>::max()),
          double(rows.count) * nsPerRow(signature)};
}

} // namespace lz::exec
