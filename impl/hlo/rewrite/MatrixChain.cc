#include "hlo/rewrite/MatrixChain.h"

#include "absl/algorithm/container.h"
#include "hlo/rewrite/Dot.h"
#include "spec/OpAttrs.inc.h"

#include <functional>
#include <map>

namespace lz::hlo {
namespace {

// Returns the dims [begin, end).
Ints span(int64_t begin, int64_t end) {
  Ints dims;
  for (int64_t d = begin; d < end; ++d)
    dims.push_back(d);
  return dims;
}

bool sameSet(Ints a, Ints b) {
  absl::c_sort(a);
  absl::c_sort(b);
  return a == b;
}

void append(Ints& to, const Ints& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Returns for each dim the entry of `names` at dim - first.
Ints renamed(const Ints& dims, int64_t first, const Ints& names) {
  Ints out;
  for (int64_t d : dims)
    out.push_back(names[size_t(d - first)]);
  return out;
}

// Returns the dims whose extent is not 1.
Ints wide(const Ints& dims, const Dims& extents) {
  Ints out;
  for (int64_t d : dims)
    if (extents[size_t(d)] != 1)
      out.push_back(d);
  return out;
}

Ints wide(const Dims& extents) {
  return wide(span(0, int64_t(extents.size())), extents);
}

// Replaces the value of the part by the operand of the views that make it. Stops at a view of a
// multiplication that something else reads, too, because then the multiplication is needed anyway.
ChainPart throughViews(ChainPart part) {
  mlir::Operation* op = part.value.getDefiningOp();
  for (;;) {
    const std::optional<Ints> dims = op ? dimsOfView(op) : std::nullopt;
    if (!dims || (!op->hasOneUse() && is(op->getOperand(0).getDefiningOp(), Opcode::Multiply)))
      return part;
    for (Ints* role : {&part.batch, &part.rows, &part.columns})
      *role = renamed(*role, 0, *dims);
    part.value = op->getOperand(0);
    op = part.value.getDefiningOp();
  }
}

std::optional<ChainFactors> factorsOfDot(const ChainPart& part, mlir::Operation* op) {
  const Dot dot(op);
  const DType dtype = dot.result.dtype;
  if (typeOf(dot.lhs.value).dtype != dtype || typeOf(dot.rhs.value).dtype != dtype)
    return std::nullopt;
  const auto first = int64_t(dot.lhs.batching.size());
  const Ints lhsFree = dot.lhs.free(), rhsFree = dot.rhs.free();
  const int64_t second = first + int64_t(lhsFree.size());
  const Dims& extents = dot.result.dims;
  const Ints lhsDims = wide(span(first, second), extents),
             rhsDims = wide(span(second, dot.result.rank()), extents),
             lhsSummed = wide(dot.lhs.contracting, typeOf(dot.lhs.value).dims),
             rhsSummed = wide(dot.rhs.contracting, typeOf(dot.rhs.value).dims);
  if (!sameSet(part.batch, wide(span(0, first), extents)))
    return std::nullopt;
  const Ints lhsBatch = renamed(part.batch, 0, dot.lhs.batching),
             rhsBatch = renamed(part.batch, 0, dot.rhs.batching);
  if (sameSet(part.rows, lhsDims) && sameSet(part.columns, rhsDims))
    return ChainFactors{
        {dot.lhs.value, lhsBatch, renamed(part.rows, first, lhsFree), lhsSummed},
        {dot.rhs.value, rhsBatch, rhsSummed, renamed(part.columns, second, rhsFree)}};
  if (sameSet(part.rows, rhsDims) && sameSet(part.columns, lhsDims))
    return ChainFactors{
        {dot.rhs.value, rhsBatch, renamed(part.rows, second, rhsFree), rhsSummed},
        {dot.lhs.value, lhsBatch, lhsSummed, renamed(part.columns, first, lhsFree)}};
  return std::nullopt;
}

// Returns the index of each dim in `all`, or nullopt if `all` does not have one of the dims.
std::optional<Ints> placesIn(const Ints& all, const Ints& dims) {
  Ints places;
  for (int64_t d : dims) {
    auto at = absl::c_find(all, d);
    if (at == all.end())
      return std::nullopt;
    places.push_back(at - all.begin());
  }
  return places;
}

// Returns the factors of a matrix that is multiplied by a value that scales. Dim i of the value
// belongs to dim into[i] of the matrix. Returns nullopt if the value has dims of both rows and
// columns.
std::optional<ChainFactors> scaledBy(const ChainPart& matrix, mlir::Value value, const Ints& into) {
  const Ints dims = renamed(wide(typeOf(value).dims), 0, into);
  Ints left = matrix.batch, right = matrix.batch;
  append(left, matrix.rows);
  append(right, matrix.columns);
  ChainPart scale = {value};
  scale.scales = true;
  if (const std::optional<Ints> places = placesIn(right, dims)) {
    scale.places = *places;
    return ChainFactors{matrix, scale};
  }
  if (const std::optional<Ints> places = placesIn(left, dims)) {
    scale.places = *places;
    return ChainFactors{scale, matrix};
  }
  return std::nullopt;
}

bool isBroadcast(mlir::Operation* op) {
  return is(op, Opcode::BroadcastInDim) && hasKnownTypes(op);
}

// Returns the index of an operand that comes from a dot_general, through views. If there is none,
// returns the index of an operand that comes from a multiplication, or -1.
int vectorOf(mlir::Operation* multiply) {
  for (Opcode opcode : {Opcode::DotGeneral, Opcode::Multiply})
    for (int i : {0, 1}) {
      mlir::Operation* op = multiply->getOperand(unsigned(i)).getDefiningOp();
      while (op && dimsOfView(op))
        op = op->getOperand(0).getDefiningOp();
      if (is(op, opcode))
        return i;
    }
  return -1;
}

std::optional<ChainFactors> factorsOfMultiply(const ChainPart& part, mlir::Operation* op) {
  if (!op->hasOneUse())
    return std::nullopt;
  ChainPart matrix = part;
  for (unsigned i : {0u, 1u}) {
    mlir::Operation* scale = op->getOperand(1 - i).getDefiningOp();
    if (!isBroadcast(scale) || isBroadcast(op->getOperand(i).getDefiningOp()))
      continue;
    AttrsOf<BroadcastInDimAttrs> attrs(scale);
    const absl::Span<const int64_t> into = attrs.broadcastDimensions();
    matrix.value = op->getOperand(i);
    if (std::optional<ChainFactors> factors =
            scaledBy(matrix, scale->getOperand(0), {into.begin(), into.end()}))
      return factors;
  }
  const int vector = part.rows.empty() || part.columns.empty() ? vectorOf(op) : -1;
  if (vector < 0)
    return std::nullopt;
  matrix.value = op->getOperand(unsigned(vector));
  return scaledBy(matrix, op->getOperand(unsigned(1 - vector)), span(0, typeOf(part.value).rank()));
}

// Removes the dimensions of extent 1, which have no role.
ChainPart squeezed(ChainPart part, OpMaker& maker) {
  const Dims extents = typeOf(part.value).dims;
  const Ints kept = wide(extents);
  if (kept.size() == extents.size())
    return part;
  Dims dims;
  for (int64_t d : kept)
    dims.push_back(extents[size_t(d)]);
  part.value = maker.reshape(part.value, dims);
  for (Ints* role : {&part.batch, &part.rows, &part.columns})
    *role = *placesIn(kept, *role);
  return part;
}

ChainPart matrixProduct(const ChainPart& left, const ChainPart& right, OpMaker& maker) {
  const DotSide lhs = {left.value, left.batch, left.columns},
                rhs = {right.value, right.batch, right.rows};
  ChainPart result = {maker.make(Opcode::DotGeneral, {lhs.value, rhs.value},
                                 {{"lhs_batching_dimensions", lhs.batching},
                                  {"rhs_batching_dimensions", rhs.batching},
                                  {"lhs_contracting_dimensions", lhs.contracting},
                                  {"rhs_contracting_dimensions", rhs.contracting}})};
  auto placed = [](const Ints& dims, const Ints& free, int64_t first) {
    Ints out = *placesIn(free, dims);
    for (int64_t& d : out)
      d += first;
    return out;
  };
  const auto first = int64_t(left.batch.size()), second = first + int64_t(left.rows.size());
  result.batch = span(0, first);
  result.rows = placed(left.rows, lhs.free(), first);
  result.columns = placed(right.columns, rhs.free(), second);
  return result;
}

// Multiplies a matrix by a factor that scales. In the chain the factor is before the matrix
// (`isLeft`) or after it.
ChainPart scaledMatrix(const ChainPart& matrix, const ChainPart& scale, bool isLeft,
                       OpMaker& maker) {
  Ints dims = matrix.batch;
  append(dims, isLeft ? matrix.rows : matrix.columns);
  ChainPart result = matrix;
  mlir::Value wide =
      maker.broadcast(scale.value, typeOf(matrix.value).dims, renamed(scale.places, 0, dims));
  result.value = maker.make(Opcode::Multiply, {matrix.value, wide});
  return result;
}

ChainPart scaleOfBoth(const ChainPart& left, const ChainPart& right, OpMaker& maker) {
  std::map<int64_t, int64_t> extents; // of each place
  for (const ChainPart* part : {&left, &right})
    for (size_t i = 0; i < part->places.size(); ++i)
      extents[part->places[i]] = typeOf(part->value).dims[i];
  ChainPart result;
  result.scales = true;
  Dims dims;
  for (auto [place, extent] : extents) {
    result.places.push_back(place);
    dims.push_back(extent);
  }
  auto widened = [&](const ChainPart& part) {
    return part.places == result.places
               ? part.value
               : maker.broadcast(part.value, dims, *placesIn(result.places, part.places));
  };
  result.value = maker.make(Opcode::Multiply, {widened(left), widened(right)});
  return result;
}

} // namespace

int64_t ChainPart::extentOf(const Ints& dims) const {
  const TensorType type = typeOf(value);
  int64_t extent = 1;
  for (int64_t d : dims)
    extent *= type.dims[size_t(d)];
  return extent;
}

std::optional<Ints> dimsOfView(mlir::Operation* op) {
  if (!(is(op, Opcode::Transpose) || is(op, Opcode::Reshape) || is(op, Opcode::BroadcastInDim)) ||
      !hasKnownTypes(op))
    return std::nullopt;
  const TensorType from = typeOf(op->getOperand(0)), to = typeOf(op->getResult(0));
  if (is(op, Opcode::Transpose)) {
    AttrsOf<TransposeAttrs> transpose(op);
    return Ints(transpose.permutation().begin(), transpose.permutation().end());
  }
  if (from.numElements() != to.numElements())
    return std::nullopt;
  Ints source = wide(from.dims), target = wide(to.dims), dims(size_t(to.rank()), -1);
  if (is(op, Opcode::BroadcastInDim)) {
    AttrsOf<BroadcastInDimAttrs> attrs(op);
    const absl::Span<const int64_t> into = attrs.broadcastDimensions();
    target = renamed(source, 0, {into.begin(), into.end()});
  }
  if (source.size() != target.size())
    return std::nullopt;
  for (size_t i = 0; i < source.size(); ++i) {
    if (from.dims[size_t(source[i])] != to.dims[size_t(target[i])])
      return std::nullopt;
    dims[size_t(target[i])] = source[i];
  }
  return dims;
}

std::optional<ChainFactors> factorsOf(const ChainPart& part, mlir::Block* block) {
  mlir::Operation* op = part.scales ? nullptr : part.value.getDefiningOp();
  if (!op || op->getBlock() != block || !hasKnownTypes(op))
    return std::nullopt;
  std::optional<ChainFactors> factors = is(op, Opcode::DotGeneral) ? factorsOfDot(part, op)
                                        : is(op, Opcode::Multiply) ? factorsOfMultiply(part, op)
                                                                   : std::nullopt;
  if (factors)
    for (ChainPart* factor : {&factors->left, &factors->right})
      if (!factor->scales)
        *factor = throughViews(std::move(*factor));
  return factors;
}

ChainPart resultOf(mlir::Operation* op) {
  const Dot dot(op);
  const auto first = int64_t(dot.lhs.batching.size()),
             second = first + int64_t(dot.lhs.free().size());
  const Dims& extents = dot.result.dims;
  return {op->getResult(0), wide(span(0, first), extents), wide(span(first, second), extents),
          wide(span(second, dot.result.rank()), extents)};
}

ChainPart multiplied(const ChainPart& first, const ChainPart& second, OpMaker& maker) {
  const ChainPart left = squeezed(first, maker), right = squeezed(second, maker);
  if (left.scales && right.scales)
    return scaleOfBoth(left, right, maker);
  if (left.scales)
    return scaledMatrix(right, left, /*isLeft=*/true, maker);
  if (right.scales)
    return scaledMatrix(left, right, /*isLeft=*/false, maker);
  return matrixProduct(left, right, maker);
}

mlir::Value inOrder(const ChainPart& part, const Dims& dims, OpMaker& maker) {
  const ChainPart narrow = squeezed(part, maker);
  Ints permutation = narrow.batch;
  append(permutation, narrow.rows);
  append(permutation, narrow.columns);
  mlir::Value value = narrow.value;
  if (permutation != span(0, int64_t(permutation.size())))
    value = maker.make(Opcode::Transpose, value, {{"permutation", permutation}});
  return typeOf(value).dims == dims ? value : maker.reshape(value, dims);
}

MatrixChain chainOf(mlir::Operation* dot) {
  MatrixChain chain;
  std::vector<MatrixChain::Node>& nodes = chain.nodes;
  nodes.push_back({resultOf(dot)});
  int factors = 1;
  for (size_t i = 0; i < nodes.size() && factors < kMostFactors; ++i) {
    std::optional<ChainFactors> parts = factorsOf(nodes[i].part, dot->getBlock());
    if (!parts)
      continue;
    nodes[i].op = nodes[i].part.value.getDefiningOp();
    nodes[i].left = int(nodes.size());
    nodes[i].right = nodes[i].left + 1;
    nodes.push_back({std::move(parts->left)});
    nodes.push_back({std::move(parts->right)});
    ++factors;
  }
  // Numbers the factors from left to right. The depth is at most kMostFactors.
  std::function<void(int)> number = [&](int i) {
    MatrixChain::Node& node = nodes[size_t(i)];
    node.begin = int(chain.factors.size());
    if (!node.op) {
      chain.factors.push_back(i);
    } else {
      number(node.left);
      number(node.right);
    }
    node.end = int(chain.factors.size());
  };
  number(0);
  return chain;
}

} // namespace lz::hlo
