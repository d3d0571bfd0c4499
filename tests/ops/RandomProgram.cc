#include "RandomProgram.h"

#include "RandomDraw.h"
#include "base/elements/SmallTypes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace lz::test {
namespace {

bool makesComplexNumbers(Opcode opcode) {
  return opcode == Opcode::Complex || opcode == Opcode::Fft;
}

int64_t numPartsOf(const Literal& literal) {
  return literal.type().numElements() * numParts(literal.type().dtype);
}

void setRandomCodes(Literal& literal, std::mt19937_64& random) {
  for (int64_t i = 0; i < literal.type().numElements(); ++i)
    storeCode(literal.type().dtype, literal.mutableData(), i, uint8_t(random()));
}

} // namespace

int64_t Draw::extent() {
  if (chance(options_.emptyChance))
    return 0;
  if (chance(0.25))
    return 1;
  return chance(0.6) ? 2 + below(4) : 2 + below(16);
}

Dims Draw::dims(int64_t rank) {
  Dims dims;
  int64_t elements = 1;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = extent();
    if (elements * size > kMostElements)
      size = 1;
    dims.push_back(size);
    elements *= std::max<int64_t>(size, 1);
  }
  return dims;
}

ValueId Draw::parameter(TensorType type) {
  ValueId id = program_.addValue(std::move(type));
  program_.body.params.push_back(id);
  pool_.push_back(id);
  return id;
}

ValueId Draw::valueThat(Predicate<const TensorType&> accepts, TensorType otherwise) {
  if (!chance(0.85))
    return parameter(std::move(otherwise));
  // Later values are preferred, so that chains become long.
  for (size_t tries = 0; tries < 2 * pool_.size(); ++tries) {
    size_t back =
        std::min(size_t(below(int64_t(pool_.size()))), size_t(below(int64_t(pool_.size()))));
    ValueId id = pool_[pool_.size() - 1 - back];
    if (accepts(program_.type(id)))
      return id;
  }
  return parameter(std::move(otherwise));
}

ValueId Draw::like(const TensorType& type) {
  return valueThat([&](const TensorType& t) { return t == type; }, type);
}

ValueId Draw::scalar(DType dtype) {
  return like({dtype, {}});
}

DType Draw::dtypeThat(Predicate<DType> accepts) {
  for (;;) {
    DType dtype = kDTypes[size_t(below(int64_t(std::size(kDTypes))))];
    if (options_.complexNumbers && chance(0.5))
      dtype = chance(0.7) ? DType::C64 : DType::C128;
    if (options_.smallTypes && chance(0.4))
      dtype = kSmallDTypes[size_t(below(int64_t(std::size(kSmallDTypes))))];
    if (accepts(dtype))
      return dtype;
  }
}

ValueId Draw::anyValue(int64_t leastRank, Predicate<DType> accepts) {
  return valueThat(
      [&](const TensorType& t) {
        return t.rank() >= leastRank && t.rank() <= 5 && accepts(t.dtype);
      },
      {dtypeThat(accepts), dims(leastRank + below(4))});
}

Ints Draw::shuffled(int64_t count) {
  Ints order;
  for (int64_t i = 0; i < count; ++i)
    order.push_back(i);
  std::shuffle(order.begin(), order.end(), random_);
  return order;
}

Ints Draw::subset(int64_t count, double keep) {
  Ints chosen;
  for (int64_t i = 0; i < count; ++i)
    if (chance(keep))
      chosen.push_back(i);
  return chosen;
}

Attrs Draw::attrs(Opcode opcode,
                  std::initializer_list<std::pair<std::string_view, AttrValue>> set) {
  absl::Span<const AttrInfo> infos = opInfo(opcode).attrs;
  Attrs result(infos.size());
  for (const auto& [name, value] : set)
    for (size_t i = 0; i < infos.size(); ++i)
      if (infos[i].name == name)
        result[i] = value;
  return result;
}

// If the op is refused, undoes what was added for it.
bool Draw::append(Draft draft) {
  std::vector<shape::RegionType> regions;
  auto typesOf = [&](const std::vector<ValueId>& ids) {
    std::vector<TensorType> types;
    for (ValueId id : ids)
      types.push_back(program_.type(id));
    return types;
  };
  for (const Region& region : draft.regions)
    regions.push_back({typesOf(region.params), typesOf(region.results)});
  std::vector<const TensorType*> operands;
  for (ValueId id : draft.operands)
    operands.push_back(&program_.type(id));
  StatusOr<shape::TypeList> types = shape::inferTypes(
      {draft.opcode, operands, draft.attrs, regions, draft.stated ? &*draft.stated : nullptr});
  if (!types.ok())
    return false;
  for (const TensorType& type : *types)
    if (type.numElements() > kMostElements || type.rank() > 6)
      return false;
  Op op{draft.opcode, {}, {}, std::move(draft.attrs), std::move(draft.regions)};
  op.operands.assign(draft.operands.begin(), draft.operands.end());
  for (const TensorType& type : *types)
    op.results.push_back(program_.addValue(type));
  for (ValueId id : op.results)
    pool_.push_back(id);
  program_.body.ops.push_back(std::move(op));
  return true;
}

bool Draw::tryOp(Opcode opcode) {
  size_t types = program_.types.size(), params = program_.body.params.size(), pool = pool_.size(),
         ops = program_.body.ops.size();
  std::optional<Draft> draft = drawOp(opcode);
  if (draft && append(*std::move(draft)))
    return true;
  program_.types.resize(types);
  program_.body.params.resize(params);
  program_.body.ops.resize(ops, Op{});
  pool_.resize(pool);
  return false;
}

Program Draw::run() {
  int64_t ops = 1 + below(options_.mostOps);
  std::vector<Opcode> all;
  for (size_t i = 0; i < kNumOpcodes; ++i)
    if (isDrawn(Opcode(i)) || (options_.complexNumbers && makesComplexNumbers(Opcode(i))))
      all.push_back(Opcode(i));
  // There are many elementwise ops, so half of all draws are of other kinds.
  auto pick = [&] {
    bool elementwise = chance(0.5);
    for (;;) {
      Opcode opcode = all[size_t(below(int64_t(all.size())))];
      if ((opInfo(opcode).kind == OpKind::Elementwise) == elementwise)
        return opcode;
    }
  };
  constexpr int kMostTries = 200;
  for (int tries = 0; int64_t(program_.body.ops.size()) < ops && tries < kMostTries; ++tries)
    tryOp(options_.only ? *options_.only : pick());
  for (const Op& op : program_.body.ops)
    for (ValueId id : op.results)
      if (&op == &program_.body.ops.back() || chance(0.3))
        program_.body.results.push_back(id);
  if (!pool_.empty() && chance(0.05))
    program_.body.results.push_back(pool_[size_t(below(int64_t(pool_.size())))]);
  return std::move(program_);
}

Program randomProgram(uint64_t seed, const RandomOptions& options) {
  return Draw(seed, options).run();
}

bool isDrawn(Opcode opcode) {
  if (makesComplexNumbers(opcode))
    return false;
  switch (opcode) {
  case Opcode::Call:
  case Opcode::CustomCall:
  case Opcode::Cholesky: // random matrices have no factor, or only one with large errors
  case Opcode::TriangularSolve:
    return false;
  default:
    return opInfo(opcode).kind != OpKind::Opaque;
  }
}

Arguments randomArguments(const Program& program, uint64_t seed, bool specials) {
  std::mt19937_64 random(seed);
  constexpr double kSpecials[] = {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL,
                                  0.0, -0.0};
  Arguments args;
  for (ValueId id : program.body.params) {
    Literal& literal = args.emplace_back(program.type(id));
    if (isSmall(literal.type().dtype)) {
      setRandomCodes(literal, random);
      continue;
    }
    visitDType(partType(literal.type().dtype), [&](auto zero) {
      using T = decltype(zero);
      for (int64_t i = 0; i < numPartsOf(literal); ++i) {
        uint64_t bits = random();
        T& value = literal.mutableAs<T>()[i];
        if constexpr (std::is_same_v<T, bool>)
          value = bits % 2 == 0;
        else if constexpr (std::is_integral_v<T>)
          value = bits % 5 == 0 ? T(bits >> 8) : T(int64_t(bits >> 8 & 31) - 6);
        else if (specials && bits % 13 == 0)
          value = T(float(kSpecials[(bits >> 8) % std::size(kSpecials)]));
        else
          value = T(float(int64_t(bits >> 8 & 31) - 15) / 4);
      }
    });
  }
  return args;
}

Arguments argumentsThatRound(const Program& program, uint64_t seed) {
  Arguments args = randomArguments(program, seed, /*specials=*/false);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> between(-4, 4);
  for (Literal& literal : args) {
    if (isSmall(literal.type().dtype))
      continue;
    visitDType(partType(literal.type().dtype), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (!std::is_integral_v<T>)
        for (int64_t i = 0; i < numPartsOf(literal); ++i)
          literal.mutableAs<T>()[i] = T(float(between(random)));
    });
  }
  return args;
}

} // namespace lz::test
