#include "contraction/chain/ChainOrder.h"

#include "absl/algorithm/container.h"
#include "base/KernelTable.h"
#include "base/machine/CostTable.h"
#include "base/machine/Registers.h"

#include <algorithm>
#include <cmath>

namespace lz::contraction {
namespace {

// The size of a part of a chain.
struct PartSize {
  double rows, columns;
  double scales; // 0 if the part is a matrix

  double numbers() const { return scales > 0 ? scales : rows * columns; }
};

PartSize sizeOf(const Chain& chain, int begin, int end) {
  PartSize size = {1, 1, 0};
  bool isMatrix = false;
  for (int i = begin; i < end; ++i) {
    const ChainFactor& factor = chain.factors[size_t(i)];
    if (factor.scales > 0) {
      size.scales = std::max(size.scales, double(factor.scales));
      continue;
    }
    size.rows = isMatrix ? size.rows : double(factor.rows);
    size.columns = double(factor.columns);
    isMatrix = true;
  }
  if (isMatrix)
    size.scales = 0;
  return size;
}

// Returns the predicted time, in ps, of the product of two parts.
double psOf(const Chain& chain, const PartSize& left, const PartSize& right,
            const PartSize& result) {
  const CostTable& costs = costTable(chain.cpu);
  const auto batch = double(chain.batch);
  const bool isMatrices = left.scales == 0 && right.scales == 0;
  const double multiplications = batch * result.numbers() * (isMatrices ? left.columns : 1);
  // 16-bit floats are multiplied in registers of f32.
  const double lanes = costs.registerBytes / double(std::max<size_t>(4, byteSize(chain.dtype)));
  constexpr double kVectorsOfTileRow = 2;
  const double nsOfStep =
      costs.contraction.tiles.step +
      costs.contraction.tiles.k /
          (kVectorsOfTileRow * tallestTile(vectorRegisters(chain.cpu), hasFma(chain.cpu)));
  const double bytes =
      batch * double(byteSize(chain.dtype)) * (left.numbers() + right.numbers() + result.numbers());
  const auto level = size_t(absl::c_count_if(costs.caches, [&](double c) { return bytes > c; }));
  const double ns = std::max(multiplications / lanes * nsOfStep, bytes / costs.bytesPerNs[level]);
  constexpr double kPsPerNs = 1000;
  return std::round((ns + costs.kernel) * kPsPerNs);
}

// Finds the cheapest products for each part [begin, end) of a chain.
class Parts {
public:
  explicit Parts(const Chain& chain)
      : chain_(chain), count_(int(chain.factors.size())),
        best_(size_t(count_ + 1) * size_t(count_ + 1)) {
    for (int begin = 0; begin < count_; ++begin)
      for (int end = begin + 1; end <= count_; ++end)
        at(begin, end).size = sizeOf(chain, begin, end);
    for (const ChainProduct& product : chain.written) {
      Part& part = at(product.begin, product.end);
      part.middle = part.writtenMiddle = product.middle;
      part.exists |= product.exists;
    }
  }

  ChainOrder order() {
    for (int length = 2; length <= count_; ++length)
      for (int begin = 0; begin + length <= count_; ++begin)
        choose(begin, begin + length);
    ChainOrder order = {at(0, count_).ps, {}};
    collect(order.products);
    return order;
  }

private:
  struct Part {
    PartSize size = {};
    int middle = 0, writtenMiddle = 0; // 0: none
    bool exists = false;
    double ps = 0;
  };

  Part& at(int begin, int end) { return best_[size_t(begin) * size_t(count_ + 1) + size_t(end)]; }

  void choose(int begin, int end) {
    Part& part = at(begin, end);
    if (part.exists)
      return;
    auto psWith = [&](int middle) {
      return at(begin, middle).ps + at(middle, end).ps +
             psOf(chain_, at(begin, middle).size, at(middle, end).size, part.size);
    };
    part.middle = part.writtenMiddle > 0 ? part.writtenMiddle : begin + 1;
    part.ps = psWith(part.middle);
    for (int middle = begin + 1; middle < end; ++middle)
      if (const double ps = psWith(middle); ps < part.ps) {
        part.ps = ps;
        part.middle = middle;
      }
  }

  void collect(std::vector<ChainProduct>& products) {
    std::vector<std::pair<int, int>> stack = {{0, count_}};
    while (!stack.empty()) {
      const auto [begin, end] = stack.back();
      stack.pop_back();
      if (end - begin < 2)
        continue;
      const Part& part = at(begin, end);
      products.push_back({begin, part.middle, end, part.exists});
      if (part.exists)
        continue;
      stack.push_back({begin, part.middle});
      stack.push_back({part.middle, end});
    }
    absl::c_reverse(products);
  }

  const Chain& chain_;
  const int count_;
  std::vector<Part> best_;
};

} // namespace

double psOfProduct(const Chain& chain, const ChainProduct& product) {
  return psOf(chain, sizeOf(chain, product.begin, product.middle),
              sizeOf(chain, product.middle, product.end),
              sizeOf(chain, product.begin, product.end));
}

ChainOrder orderChain(const Chain& chain) {
  return chain.factors.empty() ? ChainOrder() : Parts(chain).order();
}

} // namespace lz::contraction
