#include "hlo/rewrite/ComplexFactors.h"

#include "spec/OpAttrs.inc.h"
#include "spec/scalar/ComplexFormulas.h"

#include <numeric>

namespace lz::hlo {
namespace {

// Makes ops that rearrange matrices. A matrix is the last two dimensions of a value.
class Matrices {
public:
  explicit Matrices(OpMaker& maker) : maker_(maker) {}

  Parts parts(mlir::Value re, mlir::Value im) const { return {{&maker_, re}, {&maker_, im}}; }
  Parts conjugate(Parts x) const { return {x.re, -x.im}; }

  // Returns the matrix of 2 n x 2 n floats that has a 2 x 2 block for each number. Treats imaginary
  // parts on the diagonal as 0, so that a triangle of numbers becomes a triangle of floats.
  mlir::Value blocks(Parts x) const {
    const TensorType type = typeOf(x.re.value);
    const RealValue im = select(onDiagonal(type), 0.0, x.im);
    mlir::Value above = pairColumns(x.re.value, (-im).value),
                below = pairColumns(im.value, x.re.value);
    // `axis` counts the rows in a block. The dimension before it counts blocks.
    const int64_t axis = type.rank() - 1;
    mlir::Value all = maker_.make(Opcode::Concatenate, {above, below}, {{"dimension", axis}});
    return maker_.reshape(all, scaled(type.dims, 2, 2));
  }

  // Returns a matrix of floats with two rows for each row of `x`, or two columns for each column:
  // first the real parts, then the imaginary parts.
  mlir::Value paired(Parts x, bool isByRows) const {
    const Dims dims = typeOf(x.re.value).dims;
    Dims one = dims;
    const size_t axis = isByRows ? dims.size() - 1 : dims.size();
    one.insert(one.begin() + int64_t(axis), 1);
    mlir::Value both = maker_.make(
        Opcode::Concatenate, {maker_.reshape(x.re.value, one), maker_.reshape(x.im.value, one)},
        {{"dimension", int64_t(axis)}});
    return maker_.reshape(both, scaled(dims, isByRows ? 2 : 1, isByRows ? 1 : 2));
  }
  Parts unpaired(mlir::Value x, bool isByRows) const {
    Dims dims = typeOf(x).dims;
    const size_t axis = isByRows ? dims.size() - 1 : dims.size();
    dims[axis - 1] /= 2;
    Dims split = dims;
    split.insert(split.begin() + int64_t(axis), 2);
    mlir::Value pairs = maker_.reshape(x, split);
    return parts(maker_.reshape(slice(pairs, axis, 0), dims),
                 maker_.reshape(slice(pairs, axis, 1), dims));
  }

  // Returns the first column of each 2 x 2 block, as numbers.
  Parts firstColumns(mlir::Value blocks) const {
    const Dims dims = typeOf(blocks).dims;
    Dims split = scaled(dims, 1, 1);
    split.back() /= 2;
    split.push_back(2);
    mlir::Value columns = slice(maker_.reshape(blocks, split), split.size() - 1, 0);
    split.pop_back();
    return unpaired(maker_.reshape(columns, split), /*isByRows=*/true);
  }

  // Returns the diagonal of `x`, with each element repeated along its row, or its column, to the
  // size that `dims` states.
  Parts diagonal(Parts x, const Dims& dims, bool isByRows) const {
    auto spread = [&](RealValue part) {
      const TensorType type = typeOf(part.value);
      const int64_t batch = type.rank() - 2;
      RealValue only = select(onDiagonal(type), part, 0.0);
      mlir::Value zero = maker_.splat(TensorType{type.dtype, {}}, 0);
      mlir::Value sums = maker_.reduce(Opcode::Add, only.value, zero, {batch + 1});
      Ints at(size_t(batch) + 1);
      std::iota(at.begin(), at.end(), 0);
      at.back() = isByRows ? batch : batch + 1;
      return RealValue{&maker_, maker_.broadcast(sums, dims, at)};
    };
    return {spread(x.re), spread(x.im)};
  }

private:
  TruthValue onDiagonal(const TensorType& type) const {
    const TensorType places{DType::S32, type.dims};
    auto iota = [&](int64_t dim) {
      return RealValue{&maker_, maker_.make(Opcode::Iota, {}, {{"iota_dimension", dim}}, &places)};
    };
    return iota(type.rank() - 2) == iota(type.rank() - 1);
  }

  static Dims scaled(Dims dims, int64_t rows, int64_t columns) {
    dims[dims.size() - 2] *= rows;
    dims.back() *= columns;
    return dims;
  }

  // Takes columns alternately from two n x m matrices. Returns them as an n x 1 x 2 m array.
  mlir::Value pairColumns(mlir::Value first, mlir::Value second) const {
    Dims dims = typeOf(first).dims;
    mlir::Value columns = paired(parts(first, second), /*isByRows=*/false);
    dims.back() *= 2;
    dims.insert(dims.end() - 1, 1);
    return maker_.reshape(columns, dims);
  }

  mlir::Value slice(mlir::Value x, size_t axis, int64_t at) const {
    const Dims dims = typeOf(x).dims;
    Ints starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1);
    starts[axis] = at;
    limits[axis] = at + 1;
    return maker_.make(Opcode::Slice, x,
                       {{"start_indices", std::move(starts)},
                        {"limit_indices", std::move(limits)},
                        {"strides", std::move(strides)}});
  }

  OpMaker& maker_;
};

Expanded expandCholesky(OpMaker& maker, mlir::Operation* op, Parts a) {
  const Matrices matrices(maker);
  mlir::Value factor = maker.make(Opcode::Cholesky, matrices.blocks(a),
                                  {{"lower", int64_t(AttrsOf<CholeskyAttrs>(op).lower())}});
  return matrices.firstColumns(factor);
}

// Solves with a = d u, where d is the diagonal of a. For a x = b and for x a^H = b, divides the
// right-hand side by d first: u x = d^-1 b, and x u^H = b conj(d)^-1. For a^H x = b and x a = b,
// solves with u first, and then divides the solution by d.
Expanded expandSolve(OpMaker& maker, mlir::Operation* op, Parts a, Parts b) {
  const AttrsOf<TriangularSolveAttrs> attrs(op);
  const Matrices matrices(maker);
  const Dims size = typeOf(a.re.value).dims, sizeOfX = typeOf(b.re.value).dims;
  const bool left = attrs.leftSide();
  const lz::Transposition transposition = attrs.transposeA();
  const bool isTransposed = transposition != lz::Transposition::NO_TRANSPOSE;
  // The matrix that multiplies rows of floats from the right is the transpose of the one that
  // multiplies columns.
  const bool turns = left ? transposition == lz::Transposition::TRANSPOSE
                          : transposition != lz::Transposition::TRANSPOSE;
  Parts d = matrices.diagonal(a, sizeOfX, left);
  if (transposition == lz::Transposition::ADJOINT)
    d = matrices.conjugate(d);
  const bool isFirst = left != isTransposed;
  if (!attrs.unitDiagonal())
    a = complex::divide(a, matrices.diagonal(a, size, /*isByRows=*/true));
  if (!attrs.unitDiagonal() && isFirst)
    b = complex::divide(b, d);
  mlir::Value solved =
      maker.make(Opcode::TriangularSolve,
                 {matrices.blocks(a), matrices.paired(turns ? matrices.conjugate(b) : b, left)},
                 {{"left_side", int64_t(left)},
                  {"lower", int64_t(attrs.lower())},
                  {"unit_diagonal", int64_t(1)},
                  {"transpose_a", int64_t(isTransposed ? lz::Transposition::TRANSPOSE
                                                       : lz::Transposition::NO_TRANSPOSE)}});
  Parts x = matrices.unpaired(solved, left);
  if (turns)
    x = matrices.conjugate(x);
  return attrs.unitDiagonal() || isFirst ? x : complex::divide(x, d);
}

} // namespace

Expanded expandFactors(OpMaker& maker, mlir::Operation* op, llvm::ArrayRef<Parts> operands) {
  return is(op, Opcode::Cholesky) ? expandCholesky(maker, op, operands[0])
                                  : expandSolve(maker, op, operands[0], operands[1]);
}

} // namespace lz::hlo
