// Programs that become sweeps, for tests.
#pragma once

#include "CompiledWithout.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include <gtest/gtest.h>
#include <string>

namespace lz::compiler {

inline bool sweeps(const exec::Executable& executable) {
  return executable.print().find("sweep ") != std::string::npos;
}

// Expects that sweeps change no bit of the results, on 1, 2 and 3 threads, and with the smallest
// tiles and blocks. Returns whether the program has a sweep.
inline bool sweepsWithSameBits(const std::string& text) {
  auto apart = compiledWithout(text, {"sweeps"}), together = compiledWithout(text);
  EXPECT_FALSE(sweeps(*apart));
  const std::string expected = results(*apart, 1);
  for (int threads : {1, 2, 3})
    EXPECT_TRUE(results(*together, threads) == expected) << threads << " threads";
  EXPECT_TRUE(results(*compiledWithout(text, {"tiles"}), 2) ==
              results(*compiledWithout(text, {"tiles", "sweeps"}), 2));
  return sweeps(*together);
}

// Attention of `b` batch elements, `l` queries, `s` keys of `d` numbers, and values of `e` numbers.
struct Attention {
  int b = 6, l = 200, s = 200, d = 24, e = 40;
  const char* type = "f32";
  const char* scores = "";    // ops from %s to %t, the masked or biased scores
  const char* arguments = ""; // further arguments
  const char* results = "%o"; // what is returned
  const char* resultTypes = "tensor<OxT>";
  const char* after = ""; // ops after the last product
  const char* product =
      "stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
      "(tensor<PxT>, tensor<VxT>) -> tensor<OxT>";

  std::string text() const {
    std::string text = R"(
func.func @main(%q: tensor<QxT>, %k: tensor<KxT>, %v: tensor<VxT>ARGUMENTS) -> (RESULTTYPES) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<QxT>, tensor<KxT>) -> tensor<PxT>
SCORES
  %i = stablehlo.constant dense<-1.0e30> : tensor<T>
  %m = stablehlo.reduce(%t init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %c = stablehlo.subtract %t, %mb : tensor<PxT>
  %x = stablehlo.exponential %c : tensor<PxT>
  %z = stablehlo.constant dense<0.0> : tensor<T>
  %u = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %ub = stablehlo.broadcast_in_dim %u, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %p = stablehlo.divide %x, %ub : tensor<PxT>
  %o = PRODUCT
AFTER
  return RETURNED : RESULTTYPES
}
)";
    const std::string scoreOps = *scores ? scores : "  %t = stablehlo.add %s, %s : tensor<PxT>";
    text = absl::StrReplaceAll(text, {{"SCORES", scoreOps},
                                      {"PRODUCT", product},
                                      {"AFTER", after},
                                      {"RESULTTYPES", resultTypes},
                                      {"RETURNED", results},
                                      {"ARGUMENTS", arguments}});
    return absl::StrReplaceAll(text, {{"QxT", absl::StrCat(b, "x", l, "x", d, "x", type)},
                                      {"KxT", absl::StrCat(b, "x", s, "x", d, "x", type)},
                                      {"VxT", absl::StrCat(b, "x", s, "x", e, "x", type)},
                                      {"PxT", absl::StrCat(b, "x", l, "x", s, "x", type)},
                                      {"RxT", absl::StrCat(b, "x", l, "x", type)},
                                      {"OxT", absl::StrCat(b, "x", l, "x", e, "x", type)},
                                      {"WxT", absl::StrCat(b, "x", e, "x", l, "x", type)},
                                      {"tensor<T>", absl::StrCat("tensor<", type, ">")}});
  }
};

// A tile of attention with `b` heads, `l` queries and `s` keys of 24 numbers. %t is the scaled
// table. %m is the maximum of each row, in this tile and all earlier ones. %x is the table of
// exponentials. %g has the factors by which the earlier sums and outputs are multiplied. Returns
// the next maxima, sums and outputs, and further results.
struct Tile {
  int b = 6, l = 200, s = 200;
  const char* scaled = "  %t = stablehlo.multiply %s, %scales : tensor<PxT>";
  const char* results = "";
  const char* resultTypes = "";
  const char* type = "f32";

  std::string text() const {
    return typed(absl::StrCat(R"(
func.func @main(%q: tensor<QxT>, %k: tensor<KxT>, %v: tensor<KxT>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>) -> (tensor<RxT>, tensor<RxT>, tensor<QxT>TYPES) {
)",
                              kOps, R"(
  return %m, %l, %oRESULTS : tensor<RxT>, tensor<RxT>, tensor<QxT>TYPES
}
)"));
  }

  // Attention of three times as many keys, as a loop over tiles.
  std::string loop() const {
    return typed(absl::StrCat(R"(
func.func @main(%q: tensor<QxT>, %ks: tensor<AxT>, %vs: tensor<AxT>) -> tensor<QxT> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<RxT>
  %none = stablehlo.constant dense<0.0> : tensor<RxT>
  %nothing = stablehlo.constant dense<0.0> : tensor<QxT>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = "stablehlo.while"(%zero, %low, %none, %nothing) ({
  ^bb0(%first: tensor<i32>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>):
    %end = stablehlo.constant dense<END> : tensor<i32>
    %less = stablehlo.compare LT, %first, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%first: tensor<i32>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>):
  %k = stablehlo.dynamic_slice %ks, %zero, %first, %zero, sizes = [SIZES] : (tensor<AxT>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<KxT>
  %v = stablehlo.dynamic_slice %vs, %zero, %first, %zero, sizes = [SIZES] : (tensor<AxT>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<KxT>
)",
                              kOps, R"(
  %step = stablehlo.constant dense<STEP> : tensor<i32>
  %next = stablehlo.add %first, %step : tensor<i32>
  stablehlo.return %next, %m, %l, %o : tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>
  }) : (tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>) -> (tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>)
  %sums = stablehlo.broadcast_in_dim %r#2, dims = [0, 1] : (tensor<RxT>) -> tensor<QxT>
  %w = stablehlo.divide %r#3, %sums : tensor<QxT>
  return %w : tensor<QxT>
}
)"));
  }

private:
  static constexpr const char* kOps = R"(
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<QxT>, tensor<KxT>) -> tensor<PxT>
  %scale = stablehlo.constant dense<0.125> : tensor<T>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<T>) -> tensor<PxT>
SCALED
  %i = stablehlo.constant dense<-1.0e30> : tensor<T>
  %m1 = stablehlo.reduce(%t init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %m = stablehlo.maximum %m0, %m1 : tensor<RxT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %c = stablehlo.subtract %t, %mb : tensor<PxT>
  %x = stablehlo.exponential %c : tensor<PxT>
  %z = stablehlo.constant dense<0.0> : tensor<T>
  %u = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %f = stablehlo.subtract %m0, %m : tensor<RxT>
  %g = stablehlo.exponential %f : tensor<RxT>
  %l1 = stablehlo.multiply %l0, %g : tensor<RxT>
  %l = stablehlo.add %l1, %u : tensor<RxT>
  %gb = stablehlo.broadcast_in_dim %g, dims = [0, 1] : (tensor<RxT>) -> tensor<QxT>
  %o1 = stablehlo.multiply %o0, %gb : tensor<QxT>
  %p = stablehlo.dot_general %x, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<PxT>, tensor<KxT>) -> tensor<QxT>
  %o = stablehlo.add %o1, %p : tensor<QxT>
)";

  std::string typed(const std::string& text) const {
    return absl::StrReplaceAll(
        absl::StrReplaceAll(text,
                            {{"SCALED", scaled}, {"RESULTS", results}, {"TYPES", resultTypes}}),
        {{"END", absl::StrCat(3 * s)},
         {"STEP", absl::StrCat(s)},
         {"SIZES", absl::StrCat(b, ", ", s, ", 24")},
         {"AxT", absl::StrCat(b, "x", 3 * s, "x24x", type)},
         {"QxT", absl::StrCat(b, "x", l, "x24x", type)},
         {"KxT", absl::StrCat(b, "x", s, "x24x", type)},
         {"PxT", absl::StrCat(b, "x", l, "x", s, "x", type)},
         {"RxT", absl::StrCat(b, "x", l, "x", type)},
         {"tensor<T>", absl::StrCat("tensor<", type, ">")}});
  }
};

} // namespace lz::compiler
