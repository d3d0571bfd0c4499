// A damaged file may have changed the types or attributes of a call. Such a call is refused before
// anything is computed from them.
#include "exec/VerifyCall.h"

#include "exec/Linalg.h"
#include "gtest/gtest.h"

#include <map>

namespace lz::exec {
namespace {

TensorType f32(Dims dims) {
  return {DType::F32, std::move(dims)};
}

struct NamedCall {
  std::string_view function;
  CallSignature signature;
};

LapackCallAttrs withOption(LapackCallAttrs attrs, std::string_view name, int64_t number) {
  for (LapackCallAttrs::Option& option : attrs.options)
    if (option.name == name)
      option.number = number;
  return attrs;
}

// Returns one call of each function, as the compiler makes it.
std::vector<NamedCall> verifyCalls() {
  const TensorType u64x2{DType::U64, {2}};
  return {
      {"cholesky", {{f32({4, 3, 3})}, {f32({4, 3, 3})}, CholeskyCallAttrs{1}}},
      {"concatenate", {{f32({2, 3}), f32({2, 4})}, {f32({2, 7})}, ConcatenateCallAttrs{1}}},
      {"fft", {{f32({5, 8})}, {{DType::C64, {5, 5}}}, FftCallAttrs{2, {8}}}},
      {"lapack", {{f32({3, 3})}, {f32({3, 3}), f32({3})}, LapackCallAttrs::of("geqrf")}},
      {"rng_bit_generator", {{u64x2}, {u64x2, {DType::U32, {7}}}, RngBitGeneratorCallAttrs{1}}},
      {"sort",
       {{f32({2, 5}), {DType::S32, {2, 5}}},
        {f32({2, 5}), {DType::S32, {2, 5}}},
        SortCallAttrs{1, {0}, {"total"}, {0}, "kept"}}},
      {"top_k", {{f32({2, 9})}, {f32({2, 4}), {DType::S32, {2, 4}}}, TopKCallAttrs{4}}},
      {"triangular_solve",
       {{f32({3, 3}), f32({3, 2})}, {f32({3, 2})}, TriangularSolveCallAttrs{1}}},
      {"lapack",
       {{f32({4, 3, 5})},
        {f32({4, 3, 5}), f32({4, 3}), f32({4, 3, 3}), f32({4, 3, 5}), {DType::S32, {4}}},
        withOption(LapackCallAttrs::of("gesdd"), "mode", 'S')}},
  };
}

NamedCall callNamed(std::string_view function) {
  for (const NamedCall& call : verifyCalls())
    if (call.function == function)
      return call;
  return {};
}

bool isRefused(const NamedCall& call) {
  return !verifySignature(call.function, call.signature).ok();
}

TEST(VerifyCall, WhatIsCompiledIsAccepted) {
  for (const NamedCall& call : verifyCalls())
    EXPECT_FALSE(isRefused(call)) << verifySignature(call.function, call.signature);
}

TEST(VerifyCall, OtherTypesAreRefused) {
  for (const NamedCall& call : verifyCalls()) {
    for (size_t i = 0; i < call.signature.operands.size(); ++i) {
      NamedCall scalar = call, invalid = call, huge = call, fewer = call;
      scalar.signature.operands[i].dims.clear();
      invalid.signature.operands[i].dtype = DType(77);
      huge.signature.operands[i].dims.assign(3, int64_t(1) << 40);
      fewer.signature.operands.pop_back();
      EXPECT_TRUE(isRefused(scalar)) << call.function;
      EXPECT_TRUE(isRefused(invalid)) << call.function;
      EXPECT_TRUE(isRefused(huge)) << call.function;
      EXPECT_TRUE(isRefused(fewer)) << call.function;
    }
    NamedCall without = call;
    without.signature.results.clear();
    EXPECT_TRUE(isRefused(without)) << call.function;
  }
}

// Returns one call of each LAPACK function of this type, on 2 matrices of 6 x 4 or 4 x 4, with the
// options that JAX gives.
std::vector<NamedCall> lapackCalls(DType dtype) {
  const std::map<char, int64_t> sizes = {{'a', 6}, {'h', 3}, {'k', 4}, {'m', 6}, {'n', 4},
                                         {'r', 2}, {'t', 3}, {'u', 6}, {'v', 4}};
  const std::map<std::string_view, int64_t> options = {
      {"compute_left", 'V'}, {"compute_right", 'N'}, {"high", 4},   {"left", 1},     {"low", 1},
      {"mode", 'N'},         {"sort", 'N'},          {"uplo", 'L'}, {"transpose", 1}};
  std::vector<NamedCall> calls;
  for (linalg::LapackFunction function : linalg::lapackFunctions()) {
    if (!hasLapack(function))
      continue;
    auto typesOf = [&](const std::vector<linalg::LapackTensor>& tensors) {
      std::vector<TensorType> types;
      for (const linalg::LapackTensor& tensor : tensors) {
        types.push_back({tensor.dtype(dtype), {2}});
        for (char letter : tensor.sizes)
          types.back().dims.push_back(sizes.at(letter));
      }
      return types;
    };
    const linalg::LapackTensors tensors = lapackTensors(function, isComplex(dtype));
    CallSignature signature{typesOf(tensors.operands), typesOf(tensors.results)};
    auto attrs = LapackCallAttrs::of(std::string(lapackName(function)));
    for (LapackCallAttrs::Option& option : attrs.options)
      option.number = options.at(option.name);
    signature.attrs = std::move(attrs);
    calls.push_back({"lapack", std::move(signature)});
  }
  return calls;
}
std::vector<NamedCall> lapackCallsOfAllTypes() {
  std::vector<NamedCall> calls;
  for (DType dtype : {DType::F32, DType::F64, DType::C64, DType::C128})
    for (NamedCall& call : lapackCalls(dtype))
      calls.push_back(std::move(call));
  return calls;
}
const LapackCallAttrs& attrsOf(const NamedCall& call) {
  return call.signature.attrsOf<LapackCallAttrs>();
}
std::string routineOf(const NamedCall& call) {
  return attrsOf(call).routine;
}
bool isRefusedWithOption(NamedCall call, std::string_view option, int64_t number) {
  call.signature.attrs = withOption(attrsOf(call), option, number);
  return isRefused(call);
}

TEST(VerifyCall, AllFunctionsOfLapackAreAccepted) {
  EXPECT_EQ(lapackCalls(DType::F32).size(), 13u);
  for (const NamedCall& call : lapackCallsOfAllTypes())
    EXPECT_EQ(verifySignature(call.function, call.signature), okStatus()) << routineOf(call);
}

// LAPACK writes results of exactly these sizes and types, and the run does not check them again.
TEST(VerifyCall, OtherTensorsOfLapackAreRefused) {
  for (const NamedCall& call : lapackCallsOfAllTypes()) {
    NamedCall fewer = call, more = call;
    fewer.signature.results.pop_back();
    more.signature.results.push_back(more.signature.results.back());
    EXPECT_TRUE(isRefused(fewer)) << routineOf(call);
    EXPECT_TRUE(isRefused(more)) << routineOf(call);
    const size_t operands = call.signature.operands.size();
    for (size_t i = 0; i < operands + call.signature.results.size(); ++i) {
      auto isRefusedWith = [&](auto change) {
        NamedCall other = call;
        change(i < operands ? other.signature.operands[i] : other.signature.results[i - operands]);
        return isRefused(other);
      };
      const std::string where = routineOf(call) + " " + std::to_string(i);
      for (int64_t size : {0, 1, 5, 64}) {
        EXPECT_TRUE(isRefusedWith([&](TensorType& type) { type.dims[0] = size; })) << where;
        EXPECT_TRUE(isRefusedWith([&](TensorType& type) { type.dims = {size}; })) << where;
        EXPECT_TRUE(isRefusedWith([&](TensorType& type) { type.dims.push_back(size); })) << where;
      }
      for (DType dtype : {DType::F32, DType::F64, DType::C64, DType::C128, DType::S32, DType::BF16})
        EXPECT_TRUE(isRefusedWith([&](TensorType& type) {
          type.dtype = type.dtype == dtype ? DType::S64 : dtype;
        })) << where;
    }
  }
}

// The sizes agree with each other, but not with an option.
TEST(VerifyCall, SizesOfLapackFollowItsOptions) {
  for (const NamedCall& call : lapackCallsOfAllTypes()) {
    auto isRefusedWith = [&](std::string_view option, int64_t number) {
      return isRefusedWithOption(call, option, number);
    };
    if (routineOf(call) == "gesdd") {
      EXPECT_FALSE(isRefusedWith("mode", 'A'));
      EXPECT_TRUE(isRefusedWith("mode", 'S')); // then u must have 4 columns
    }
    if (routineOf(call) == "ormqr") {
      EXPECT_TRUE(isRefusedWith("left", 0)); // then reflectors must have 4 rows
    }
    if (routineOf(call) == "gehrd") {
      EXPECT_TRUE(isRefusedWith("high", 3));
      EXPECT_TRUE(isRefusedWith("low", 2));
    }
    if (routineOf(call) == "orgqr") {
      NamedCall more = call;
      more.signature.operands[1].dims[1] = 5; // more reflectors than columns
      EXPECT_TRUE(isRefused(more));
    }
  }
}

// The options have a letter that the routine does not know, lack a letter, or belong to another
// routine. Some routines do not exist.
TEST(VerifyCall, OtherOptionsOfLapackAreRefused) {
  for (const NamedCall& call : lapackCallsOfAllTypes()) {
    for (const auto& [option, given] : attrsOf(call).options) {
      for (int64_t number : {int64_t('x'), int64_t('v'), int64_t(-1), INT64_MAX})
        EXPECT_TRUE(isRefusedWithOption(call, option, number))
            << routineOf(call) << " " << option << " = " << number;
      // A missing flag is 0.
      EXPECT_EQ(isRefusedWithOption(call, option, 0), option != "transpose")
          << routineOf(call) << " without " << option;
    }
    NamedCall more = call, ofReading = call, nameless = call;
    LapackCallAttrs attrs = attrsOf(call);
    attrs.options.push_back({"side", 'L'});
    more.signature.attrs = attrs;
    EXPECT_TRUE(isRefused(more)) << routineOf(call);
    ofReading.signature.attrs = LapackCallAttrs::of("potrf");
    EXPECT_TRUE(isRefused(ofReading));
    nameless.signature.attrs = LapackCallAttrs();
    EXPECT_TRUE(isRefused(nameless));
  }
}

// Nothing is computed from dimensions whose product overflows, even if another one is 0.
TEST(VerifyCall, HugeExtentsOfLapackAreRefused) {
  for (const NamedCall& call : lapackCallsOfAllTypes())
    for (int64_t extent : {int64_t(1) << 32, int64_t(1) << 49, INT64_MAX}) {
      NamedCall batch = call, empty = call;
      for (auto* types : {&batch.signature.operands, &batch.signature.results})
        for (TensorType& type : *types)
          type.dims.insert(type.dims.begin(), {extent, int64_t(1) << 20});
      for (auto* types : {&empty.signature.operands, &empty.signature.results})
        for (TensorType& type : *types)
          type.dims.insert(type.dims.begin(), {0, extent, int64_t(1) << 20});
      EXPECT_TRUE(isRefused(batch)) << routineOf(call);
      EXPECT_TRUE(isRefused(empty)) << routineOf(call);
    }
}

// Refuses numbers that are no valid dimension, key, kind or count, and attributes of another
// function.
TEST(VerifyCall, OtherAttributesAreRefused) {
  auto isRefusedWith = [](std::string_view function, CallAttrs attrs) {
    NamedCall call = callNamed(function);
    call.signature.attrs = std::move(attrs);
    return isRefused(call);
  };
  for (int64_t number : {int64_t(-1), int64_t(9999), INT64_MAX}) {
    EXPECT_TRUE(isRefusedWith("concatenate", ConcatenateCallAttrs{number})) << number;
    EXPECT_TRUE(isRefusedWith("fft", FftCallAttrs{number, {8}})) << number;
    EXPECT_TRUE(isRefusedWith("sort", SortCallAttrs{number, {0}, {"total"}, {0}})) << number;
    EXPECT_TRUE(isRefusedWith("top_k", TopKCallAttrs{number})) << number;
  }
  EXPECT_TRUE(isRefusedWith("sort", SortCallAttrs{1, {2}, {"total"}, {0}}));
  for (const NamedCall& call : verifyCalls())
    for (const NamedCall& other : verifyCalls())
      if (other.function != call.function)
        EXPECT_TRUE(isRefusedWith(call.function, other.signature.attrs)) << call.function;
  for (int threads : {0, -1, 1 << 20}) {
    NamedCall call = callNamed("cholesky");
    call.signature.threads = threads;
    EXPECT_TRUE(isRefused(call)) << threads;
  }
  EXPECT_TRUE(isRefused({"nothing", {}}));
}

TEST(VerifyCall, MoreElementsThanAnArrayHasAreRefused) {
  NamedCall fft = callNamed("fft");
  fft.signature.operands[0].dims[0] = fft.signature.results[0].dims[0] = int64_t(1) << 50;
  EXPECT_TRUE(isRefused(fft));
}

} // namespace
} // namespace lz::exec
