#include "spec/Flops.h"

#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lz {
namespace {

class Counter {
public:
  explicit Counter(const Program& program) : program_(program) {}

  // The recursion is as deep as the regions are nested.
  double of(const Region& region) const {
    double sum = 0;
    for (const Op& op : region.ops)
      sum += of(op);
    return sum;
  }

private:
  double of(const Op& op) const {
    switch (opInfo(op.opcode).kind) {
    case OpKind::Elementwise:
      return elements(op.results[0]);
    case OpKind::Contraction:
      return 2 * elements(op.results[0]) * productsOfOne(op);
    case OpKind::Reduce:
      return combinations(op) * of(op.regions[0]);
    case OpKind::Scatter:
      return ofScatter(op);
    case OpKind::Library:
      return ofLibrary(op);
    case OpKind::Control:
      return ofControl(op);
    default:
      return 0;
    }
  }

  double elements(ValueId value) const { return double(program_.type(value).numElements()); }
  double dim(ValueId value, int64_t d) const {
    const Dims& dims = program_.type(value).dims;
    return double(dims[size_t(d < 0 ? d + int64_t(dims.size()) : d)]);
  }

  // Returns how many products are summed to one element of the result.
  double productsOfOne(const Op& op) const {
    double products = 1;
    if (op.opcode == Opcode::DotGeneral) {
      for (int64_t d : DotGeneralAttrs(op.attrs).lhsContractingDimensions())
        products *= dim(op.operands[0], d);
      return products;
    }
    const ConvolutionAttrs attrs(op.attrs);
    for (int64_t d : attrs.kernelSpatialDimensions())
      products *= dim(op.operands[1], d);
    return products * dim(op.operands[1], attrs.kernelInputFeatureDimension());
  }

  double combinations(const Op& op) const {
    if (op.opcode == Opcode::Reduce)
      return std::max(0.0, elements(op.operands[0]) - elements(op.results[0]));
    double window = 1;
    for (int64_t size : ReduceWindowAttrs(op.attrs).windowDimensions())
      window *= double(size);
    return elements(op.results[0]) * std::max(0.0, window - 1);
  }

  // The operands of scatter are n inputs, the indices, and n updates.
  double ofScatter(const Op& op) const {
    if (op.opcode == Opcode::Scatter)
      return elements(op.operands[op.operands.size() / 2 + 1]) * of(op.regions[0]);
    double window = 1;
    for (int64_t size : SelectAndScatterAttrs(op.attrs).windowDimensions().given())
      window *= double(size);
    return elements(op.operands[1]) *
           (std::max(0.0, window - 1) * of(op.regions[0]) + of(op.regions[1]));
  }

  double ofLibrary(const Op& op) const {
    switch (op.opcode) {
    case Opcode::Cholesky:
      return elements(op.operands[0]) * dim(op.operands[0], -1) / 3;
    case Opcode::Sort:
      return comparisons(op) * of(op.regions[0]);
    case Opcode::TopK:
      return elements(op.operands[0]);
    case Opcode::Fft:
      return ofFft(op);
    case Opcode::TriangularSolve:
      return elements(op.operands[1]) * dim(op.operands[0], -1);
    default:
      return 0;
    }
  }

  double comparisons(const Op& op) const {
    const int64_t n = int64_t(dim(op.operands[0], SortAttrs(op.attrs).dimension()));
    return n > 1 ? elements(op.operands[0]) * std::bit_width(uint64_t(n - 1)) : 0;
  }

  // The usual count for transforms is 5 n log2 n for n complex numbers, and half of that for n real
  // numbers.
  double ofFft(const Op& op) const {
    const FftAttrs attrs(op.attrs);
    const bool isReal = attrs.fftType() == FftType::RFFT || attrs.fftType() == FftType::IRFFT;
    const ValueId whole = attrs.fftType() == FftType::IRFFT ? op.results[0] : op.operands[0];
    double logs = 0;
    for (int64_t length : attrs.fftLength())
      logs += std::log2(double(std::max<int64_t>(length, 1)));
    return elements(whole) * logs * (isReal ? 2.5 : 5);
  }

  double ofControl(const Op& op) const {
    double sum = 0, most = 0;
    for (const Region& region : op.regions) {
      const double flops = of(region);
      sum += flops;
      most = std::max(most, flops);
    }
    const bool branches = op.opcode == Opcode::If || op.opcode == Opcode::Case;
    return branches ? most : sum;
  }

  const Program& program_;
};

} // namespace

double flopsOf(const Program& program) {
  return Counter(program).of(program.body);
}

} // namespace lz
