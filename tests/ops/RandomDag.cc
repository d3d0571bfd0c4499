#include "RandomDag.h"

#include "base/Literal.h"
#include "semantics/shape/Infer.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lz::test {

int64_t RandomDag::extent() {
  int64_t drawn = chance(0.3) ? 1 + below(options_.mostExtent)
                              : oneOf<int64_t>({1, 2, 3, 4, 7, 8, 16, 17, 64, 100, 1000, 2000});
  return std::min(drawn, options_.mostExtent);
}

Ints RandomDag::shuffled(int64_t count) {
  Ints order;
  for (int64_t i = 0; i < count; ++i)
    order.push_back(i);
  for (int64_t i = count; i > 1; --i)
    std::swap(order[size_t(i - 1)], order[size_t(below(i))]);
  return order;
}

// Returns one or more dims in ascending order. Often this is only the last or only the first one.
Ints RandomDag::someDims(ValueId v) {
  int64_t rank = rankOf(v);
  if (chance(0.45))
    return {rank - 1};
  if (chance(0.4))
    return {0};
  Ints dims = shuffled(rank);
  dims.resize(size_t(1 + below(rank)));
  std::sort(dims.begin(), dims.end());
  return dims;
}

ValueId RandomDag::parameter(DType dtype, Dims dims) {
  ValueId id = program_.addValue({dtype, std::move(dims)});
  program_.body.params.push_back(id);
  pool_.push_back(id);
  return id;
}

ValueId RandomDag::anyValue(int64_t leastRank, int64_t mostRank) {
  if (!chance(0.15))
    for (int tries = 0; tries < 8 && !pool_.empty(); ++tries) {
      int64_t size = int64_t(pool_.size());
      // Later values are preferred, so that chains become long.
      ValueId id = pool_[size_t(size - 1 - std::min(below(size), below(size)))];
      if (rankOf(id) >= leastRank && rankOf(id) <= mostRank && isFloat(typeOf(id).dtype))
        return id;
    }
  Dims dims;
  int64_t rank = std::max(leastRank, std::min(mostRank, 1 + below(3)));
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(extents_[size_t(below(int64_t(extents_.size())))]);
  if (rank < mostRank && chance(0.25))
    dims.insert(dims.begin(), 1 + below(std::min<int64_t>(8, options_.mostExtent)));
  return parameter(dtype_, dims);
}

ValueId RandomDag::like(DType dtype, const Dims& dims) {
  for (int tries = 0; tries < 12 && chance(0.9) && !pool_.empty(); ++tries) {
    ValueId id = pool_[size_t(below(int64_t(pool_.size())))];
    if (typeOf(id) == TensorType{dtype, dims})
      return id;
  }
  return parameter(dtype, dims);
}

ValueId RandomDag::add(Opcode opcode, ValueIds operands,
                       std::initializer_list<std::pair<std::string_view, AttrValue>> attrs,
                       std::vector<Region> regions, std::optional<TensorType> stated) {
  absl::Span<const AttrInfo> infos = opInfo(opcode).attrs;
  Op op{opcode, std::move(operands), {}, Attrs(infos.size()), std::move(regions)};
  for (const auto& [name, value] : attrs)
    for (size_t i = 0; i < infos.size(); ++i)
      if (infos[i].name == name)
        op.attrs[i] = value;
  std::vector<const TensorType*> types;
  for (ValueId id : op.operands)
    types.push_back(&typeOf(id));
  std::vector<shape::RegionType> regionTypes;
  for (const Region& region : op.regions)
    regionTypes.push_back(
        {{typeOf(region.params[0]), typeOf(region.params[1])}, {typeOf(region.results[0])}});
  StatusOr<shape::TypeList> inferred =
      shape::inferTypes({opcode, types, op.attrs, regionTypes, stated ? &*stated : nullptr});
  refused_ |= !inferred.ok() || (*inferred)[0].numElements() > options_.mostElements ||
              (*inferred)[0].numElements() == 0;
  if (!inferred.ok())
    return op.operands.empty() ? parameter(dtype_, {}) : op.operands[0];
  op.results.push_back(program_.addValue((*inferred)[0]));
  ValueId result = op.results[0];
  program_.body.ops.push_back(std::move(op));
  return result;
}

ValueId RandomDag::constant(DType dtype, double value) {
  ValueId id = program_.addValue({dtype, {}});
  Op op{Opcode::Constant, {}, {}, {AttrValue(Literal::splat({dtype, {}}, value))}};
  op.results.push_back(id);
  program_.body.ops.push_back(std::move(op));
  return id;
}

ValueId RandomDag::scalarLike(ValueId v, double value) {
  return broadcast(constant(typeOf(v).dtype, value), {}, Dims(shapeOf(v)));
}

ValueId RandomDag::function(ValueId v) {
  return add(oneOf({Opcode::Tanh, Opcode::Abs, Opcode::Negate, Opcode::Sine, Opcode::Logistic,
                    Opcode::Cosine, Opcode::Floor}),
             {v});
}

ValueId RandomDag::combine(ValueId a, ValueId b) {
  return add(
      oneOf({Opcode::Add, Opcode::Subtract, Opcode::Multiply, Opcode::Multiply, Opcode::Maximum}),
      {a, b});
}

ValueId RandomDag::broadcast(ValueId v, Ints dims, const Dims& shape) {
  DType dtype = typeOf(v).dtype;
  return add(Opcode::BroadcastInDim, {v}, {{"broadcast_dimensions", AttrValue(std::move(dims))}},
             {}, TensorType{dtype, shape});
}

Region RandomDag::combiner(Opcode opcode, DType dtype) {
  Region region;
  for (int i = 0; i < 2; ++i)
    region.params.push_back(program_.addValue({dtype, {}}));
  Op op{opcode, {}, {}, Attrs(opInfo(opcode).attrs.size())};
  op.operands.assign(region.params.begin(), region.params.end());
  op.results.push_back(program_.addValue({dtype, {}}));
  region.results.push_back(op.results[0]);
  region.ops.push_back(std::move(op));
  return region;
}

ValueId RandomDag::reduce(ValueId v, const Ints& dims, Opcode opcode) {
  DType dtype = typeOf(v).dtype;
  ValueId init = constant(dtype, opcode == Opcode::Add ? 0 : -1000);
  return add(Opcode::Reduce, {v, init}, {{"dimensions", AttrValue(Ints(dims))}},
             {combiner(opcode, dtype)});
}

ValueId RandomDag::backTo(ValueId statistic, const Ints& reduced, ValueId v) {
  Ints kept;
  for (int64_t d = 0; d < rankOf(v); ++d)
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end())
      kept.push_back(d);
  return broadcast(statistic, kept, Dims(shapeOf(v)));
}

ValueId RandomDag::window(ValueId v, int64_t dim, int64_t size, int64_t stride, int64_t low,
                          int64_t high, Opcode opcode) {
  size_t rank = size_t(rankOf(v)), at = size_t(dim);
  DType dtype = typeOf(v).dtype;
  Ints sizes(rank, 1), strides(rank, 1), ones(rank, 1), padding(2 * rank, 0);
  sizes[at] = size;
  strides[at] = stride;
  padding[2 * at] = low;
  padding[2 * at + 1] = high;
  ValueId init = constant(dtype, opcode == Opcode::Add ? 0 : -1000);
  return add(Opcode::ReduceWindow, {v, init},
             {{"window_dimensions", AttrValue(sizes)},
              {"window_strides", AttrValue(strides)},
              {"base_dilations", AttrValue(ones)},
              {"window_dilations", AttrValue(ones)},
              {"padding", AttrValue(padding)}},
             {combiner(opcode, dtype)});
}

ValueId RandomDag::dot(ValueId a, ValueId b, const Ints& batchA, const Ints& batchB, int64_t dimA,
                       int64_t dimB) {
  return add(Opcode::DotGeneral, {a, b},
             {{"lhs_batching_dimensions", AttrValue(Ints(batchA))},
              {"rhs_batching_dimensions", AttrValue(Ints(batchB))},
              {"lhs_contracting_dimensions", AttrValue(Ints{dimA})},
              {"rhs_contracting_dimensions", AttrValue(Ints{dimB})}},
             {}, TensorType{typeOf(a).dtype, {}});
}

ValueId RandomDag::softmax(ValueId v, int64_t dim) {
  ValueId most = reduce(v, {dim}, Opcode::Maximum);
  ValueId e = add(Opcode::Exponential, {add(Opcode::Subtract, {v, backTo(most, {dim}, v)})});
  return add(Opcode::Divide, {e, backTo(reduce(e, {dim}), {dim}, e)});
}

ValueId RandomDag::norm(ValueId v, const Ints& dims) {
  double count = 1;
  for (int64_t d : dims)
    count *= double(shapeOf(v)[size_t(d)]);
  ValueId total = reduce(v, dims);
  ValueId mean = add(Opcode::Multiply, {total, scalarLike(total, 1 / count)});
  ValueId centered = add(Opcode::Subtract, {v, backTo(mean, dims, v)});
  ValueId squares = reduce(add(Opcode::Multiply, {centered, centered}), dims);
  ValueId variance = add(Opcode::Multiply, {squares, scalarLike(squares, 1 / count)});
  ValueId scale = add(Opcode::Rsqrt, {add(Opcode::Add, {variance, scalarLike(variance, 0.5)})});
  return add(Opcode::Multiply, {centered, backTo(scale, dims, v)});
}

ValueId RandomDag::reshape(ValueId v, Dims dims) {
  DType dtype = typeOf(v).dtype;
  return add(Opcode::Reshape, {v}, {}, {}, TensorType{dtype, std::move(dims)});
}

bool RandomDag::tryIdiom(void (RandomDag::*idiom)()) {
  size_t types = program_.types.size(), params = program_.body.params.size(), pool = pool_.size(),
         ops = program_.body.ops.size();
  refused_ = false;
  (this->*idiom)();
  if (!refused_) {
    // Sometimes other ops use values that an idiom has computed on the way to its result.
    for (size_t i = ops; i < program_.body.ops.size(); ++i) {
      ValueId id = program_.body.ops[i].results[0];
      bool isLast = i + 1 == program_.body.ops.size();
      bool isWhole = program_.body.ops[i].opcode != Opcode::Constant && isFloat(typeOf(id).dtype);
      if (isWhole && (isLast || chance(0.35)))
        pool_.push_back(id);
    }
    return true;
  }
  program_.types.resize(types);
  program_.body.params.resize(params);
  program_.body.ops.resize(ops, Op{});
  pool_.resize(pool);
  return false;
}

// Chooses the results of the program: all values that no op reads, and a few of the other values.
void RandomDag::chooseResults() {
  Region& body = program_.body;
  std::set<ValueId> read;
  for (const Op& op : body.ops)
    read.insert(op.operands.begin(), op.operands.end());
  for (const Op& op : body.ops)
    if (op.opcode != Opcode::Constant && (!read.contains(op.results[0]) || chance(0.04)))
      body.results.push_back(op.results[0]);
}

Program RandomDag::run() {
  constexpr double kWide = 0.2, kNarrow = 0.2;
  dtype_ = chance(kWide) ? DType::F64 : chance(kNarrow) ? DType::BF16 : DType::F32;
  for (int64_t i = 2 + below(3); i > 0; --i)
    extents_.push_back(extent());
  static constexpr void (RandomDag::* kIdioms[])() = {
      &RandomDag::functions,    &RandomDag::twoOfOneShape, &RandomDag::bias,
      &RandomDag::statistic,    &RandomDag::statistic,     &RandomDag::gate,
      &RandomDag::normOfGroups, &RandomDag::leastSquares,  &RandomDag::statisticsOfTwoSides,
      &RandomDag::matrixVector, &RandomDag::matrixMatrix,  &RandomDag::matrixVectorByHand,
      &RandomDag::pairs,        &RandomDag::outer,         &RandomDag::windows,
      &RandomDag::view,         &RandomDag::view,          &RandomDag::concatenation,
      &RandomDag::mask,         &RandomDag::otherType,     &RandomDag::sum};
  static constexpr void (RandomDag::* kTableIdioms[])() = {
      &RandomDag::newTable,         &RandomDag::sumsOfBothSides,  &RandomDag::productsOfBothSides,
      &RandomDag::attentionOfTable, &RandomDag::attentionOfTable, &RandomDag::cascade,
      &RandomDag::momentsOfTable,   &RandomDag::logSumOfTable,    &RandomDag::gradientOfAttention,
      &RandomDag::readTable,        &RandomDag::scannedTable};
  constexpr int kMostTries = 100;
  int64_t wanted = 1 + below(options_.mostIdioms), made = 0;
  for (int tries = 0; made < wanted && tries < kMostTries; ++tries)
    made += options_.tables && chance(0.85)
                ? tryIdiom(kTableIdioms[below(int64_t(std::size(kTableIdioms)))])
                : tryIdiom(kIdioms[below(int64_t(std::size(kIdioms)))]);
  ValueId last = program_.body.ops.empty() ? -1 : program_.body.ops.back().results[0];
  if (last >= 0 && chance(0.15))
    reshape(last, {typeOf(last).numElements()});
  chooseResults();
  return std::move(program_);
}

} // namespace lz::test
