// Calls whose types or attributes a damaged file has changed are refused before anything is
// computed from them.
#include "exec/verify/VerifyCall.h"

#include "gtest/gtest.h"

namespace lz::exec {
namespace {

TensorType f32(Dims dims) {
  return {DType::F32, std::move(dims)};
}

struct Call {
  std::string_view function;
  CallSignature signature;
};

// One of each function, as it is compiled.
std::vector<Call> verifyCalls() {
  using Ints = std::vector<int64_t>;
  const TensorType u64x2{DType::U64, {2}};
  return {
      {"cholesky", {{f32({4, 3, 3})}, {f32({4, 3, 3})}, {{"lower", int64_t(1)}}}},
      {"concatenate", {{f32({2, 3}), f32({2, 4})}, {f32({2, 7})}, {{"dimension", int64_t(1)}}}},
      {"fft",
       {{f32({5, 8})},
        {{DType::C64, {5, 5}}},
        {{"fft_type", int64_t(2)}, {"fft_length", Ints{8}}}}},
      {"lapack", {{f32({3, 3})}, {f32({3, 3}), f32({3})}, {{"routine", std::string("geqrf")}}}},
      {"rng_bit_generator", {{u64x2}, {u64x2, {DType::U32, {7}}}, {{"rng_algorithm", int64_t(1)}}}},
      {"sort",
       {{f32({2, 5}), {DType::S32, {2, 5}}},
        {f32({2, 5}), {DType::S32, {2, 5}}},
        {{"dimension", int64_t(1)},
         {"keys", Ints{0}},
         {"orders", std::vector<std::string>{"total"}},
         {"descending", Ints{0}},
         {"equal", std::string("kept")}}}},
      {"top_k", {{f32({2, 9})}, {f32({2, 4}), {DType::S32, {2, 4}}}, {{"k", int64_t(4)}}}},
      {"triangular_solve",
       {{f32({3, 3}), f32({3, 2})}, {f32({3, 2})}, {{"left_side", int64_t(1)}}}},
      {"lapack",
       {{f32({4, 3, 5})},
        {f32({4, 3, 5}), f32({4, 3}), f32({4, 3, 3}), f32({4, 3, 5}), {DType::S32, {4}}},
        {{"routine", std::string("gesdd")}, {"mode", int64_t('S')}}}},
  };
}

Call callNamed(std::string_view function) {
  for (const Call& call : verifyCalls())
    if (call.function == function)
      return call;
  return {};
}

bool isRefused(const Call& call) {
  return !verifySignature(call.function, call.signature).ok();
}

TEST(VerifyCall, WhatIsCompiledIsAccepted) {
  for (const Call& call : verifyCalls())
    EXPECT_FALSE(isRefused(call)) << verifySignature(call.function, call.signature);
}

TEST(VerifyCall, OtherTypesAreRefused) {
  for (const Call& call : verifyCalls()) {
    for (size_t i = 0; i < call.signature.operands.size(); ++i) {
      Call scalar = call, invalid = call, huge = call, fewer = call;
      scalar.signature.operands[i].dims.clear();
      invalid.signature.operands[i].dtype = DType(77);
      huge.signature.operands[i].dims.assign(3, int64_t(1) << 40);
      fewer.signature.operands.pop_back();
      EXPECT_TRUE(isRefused(scalar)) << call.function;
      EXPECT_TRUE(isRefused(invalid)) << call.function;
      EXPECT_TRUE(isRefused(huge)) << call.function;
      EXPECT_TRUE(isRefused(fewer)) << call.function;
    }
    Call without = call;
    without.signature.results.clear();
    EXPECT_TRUE(isRefused(without)) << call.function;
  }
}

// What a workspace is asked for depends on all matrices of a call.
TEST(VerifyCall, OtherResultsOfLapackAreRefused) {
  for (const Call& call : verifyCalls())
    if (call.function == "lapack" && call.signature.results.size() == 5)
      for (size_t i = 0; i < 5; ++i) {
        Call vector = call, batch = call;
        vector.signature.results[i].dims = {3};
        batch.signature.results[i].dims[0] = 5;
        EXPECT_TRUE(isRefused(vector)) << i;
        EXPECT_TRUE(isRefused(batch)) << i;
      }
}

// An attribute of another kind, and numbers that name no dimension, key, kind or count.
TEST(VerifyCall, OtherAttributesAreRefused) {
  for (const Call& call : verifyCalls())
    for (size_t i = 0; i < call.signature.attrs.size(); ++i) {
      Call kind = call;
      kind.signature.attrs[i].second = 1.5;
      EXPECT_TRUE(isRefused(kind)) << call.function << " " << call.signature.attrs[i].first;
      const bool isChoice =
          std::holds_alternative<int64_t>(call.signature.attrs[i].second) &&
          (call.signature.attrs[i].first == "dimension" || call.signature.attrs[i].first == "k" ||
           call.signature.attrs[i].first == "fft_type");
      for (int64_t number : {int64_t(-1), int64_t(9999), INT64_MAX}) {
        Call other = call;
        other.signature.attrs[i].second = number;
        EXPECT_TRUE(!isChoice || isRefused(other)) << call.function << " " << number;
      }
    }
  Call key = callNamed("sort");
  key.signature.attrs[1].second = std::vector<int64_t>{2};
  EXPECT_TRUE(isRefused(key));
  for (int threads : {0, -1, 1 << 20}) {
    Call call = callNamed("cholesky");
    call.signature.threads = threads;
    EXPECT_TRUE(isRefused(call)) << threads;
  }
  EXPECT_TRUE(isRefused({"nothing", {}}));
}

TEST(VerifyCall, MoreElementsThanAnArrayHasAreRefused) {
  Call fft = callNamed("fft");
  fft.signature.operands[0].dims[0] = fft.signature.results[0].dims[0] = int64_t(1) << 50;
  EXPECT_TRUE(isRefused(fft));
}

} // namespace
} // namespace lz::exec
