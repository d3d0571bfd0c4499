#include "lz-run/Arguments.h"

#include "base/elements/SmallTypes.h"
#include "base/machine/ProcessLimits.h"
#include "npy/Npy.h"

#include <random>
#include <type_traits>

namespace lz::run {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kIntegers = 8;

// Returns random floats in [-1, 1), or small random integers. Wider types have the same ranges.
Literal randomSmall(const TensorType& type, std::mt19937_64& random) {
  Literal literal(type);
  for (int64_t i = 0, n = type.numElements(); i < n; ++i) {
    const uint64_t bits = random();
    const double value = double(int64_t(bits) >> 40) * 0x1p-23;
    storeCode(type.dtype, literal.mutableData(), i,
              isSmallFloat(type.dtype) ? toSmallFloat(floatFormat(type.dtype), value)
                                       : uint8_t(bits % kIntegers));
  }
  return literal;
}

// The C++ standard says which values std::mt19937_64 gives. The standard does not say which values
// the distributions of <random> give, so none of them is used.
Literal randomLiteral(const TensorType& type, std::mt19937_64& random) {
  Literal literal(type);
  if (isSmall(type.dtype))
    return randomSmall(type, random);
  visitDType(partType(type.dtype), [&](auto zero) {
    using T = decltype(zero);
    T* out = literal.mutableAs<T>();
    for (int64_t i = 0, n = type.numElements() * numParts(type.dtype); i < n; ++i) {
      uint64_t bits = random();
      if constexpr (std::is_same_v<T, bool>)
        out[i] = bits & 1;
      else if constexpr (std::is_integral_v<T>)
        out[i] = T(bits % kIntegers);
      else
        out[i] = T(float(int64_t(bits) >> 40) * 0x1p-23f);
    }
  });
  return literal;
}

// A .npy file has one byte for each element of a small type.
Literal packed(const Literal& codes, const TensorType& type) {
  Literal literal(type);
  for (int64_t i = 0, n = type.numElements(); i < n; ++i)
    storeCode(type.dtype, literal.mutableData(), i, codes.as<uint8_t>()[i]);
  return literal;
}

StatusOr<std::vector<Literal>> readAll(const Program& program, absl::Span<const ValueId> values,
                                       const std::vector<std::string>& files, const char* what) {
  if (files.size() != values.size())
    return invalidArgument("the program has ", values.size(), " ", what, "s, but ", files.size(),
                           " files were given");
  std::vector<Literal> literals;
  for (size_t i = 0; i < files.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(Literal literal, npy::read(files[i]));
    const TensorType& type = program.type(values[i]);
    if (isSmall(type.dtype) && literal.type() == TensorType{DType::U8, type.dims})
      literal = packed(literal, type);
    if (literal.type() != type)
      return invalidArgument(files[i], " is ", literal.type().str(), ", but ", what, " ", i, " is ",
                             type.str());
    literals.push_back(std::move(literal));
  }
  return literals;
}

Status checkMemory(const Program& program) {
  // Only half of the memory is used, because arguments are in memory twice: here and on the device.
  int64_t most = usableMemory() / 2, left = most;
  for (ValueId param : program.body.params) {
    const TensorType& type = program.type(param);
    if (type.numBytes() > left)
      return resourceExhausted("argument ", type.str(), " of ", type.numBytes(),
                               " bytes does not fit: ", left, " of ", most,
                               " bytes, half of the memory, are left; use smaller shapes");
    left -= type.numBytes();
  }
  return okStatus();
}

} // namespace

StatusOr<std::vector<Literal>> loadArguments(const Program& program,
                                             const std::vector<std::string>& files) {
  LZ_RETURN_IF_ERROR(checkMemory(program));
  if (!files.empty())
    return readAll(program, program.body.params, files, "parameter");
  std::mt19937_64 random(kSeed);
  std::vector<Literal> literals;
  for (ValueId param : program.body.params)
    literals.push_back(randomLiteral(program.type(param), random));
  return literals;
}

StatusOr<std::vector<Literal>> loadExpected(const Program& program,
                                            const std::vector<std::string>& files) {
  return readAll(program, program.body.results, files, "result");
}

} // namespace lz::run
