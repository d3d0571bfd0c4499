// Programs with tables of pairs that sweeps, loops over tiles, masks and sums of pairs compute, as
// StableHLO text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace lz::test {

// Replaces each of the words in order.
inline std::string replaced(std::string text,
                            std::initializer_list<std::pair<std::string, std::string>> words) {
  for (const auto& [from, to] : words)
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}

// softmax(q k^T) v in f32. If `isCausal`, queries see only the keys before them.
inline std::string attentionText(int64_t rows, int64_t columns, int64_t depth,
                                 bool isCausal = false) {
  const std::string mask = R"(
  %i = stablehlo.iota dim = 0 : tensor<RxCxi32>
  %j = stablehlo.iota dim = 1 : tensor<RxCxi32>
  %shown = stablehlo.compare GE, %i, %j : (tensor<RxCxi32>, tensor<RxCxi32>) -> tensor<RxCxi1>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<RxCxf32>
  %t = stablehlo.select %shown, %s, %lows : tensor<RxCxi1>, tensor<RxCxf32>)";
  return replaced(R"(
func.func @main(%q: tensor<RxDxf32>, %k: tensor<CxDxf32>, %v: tensor<CxDxf32>) -> tensor<RxDxf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<RxDxf32>, tensor<CxDxf32>) -> tensor<RxCxf32>MASK
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
  %d = stablehlo.subtract %t, %mb : tensor<RxCxf32>
  %e = stablehlo.exponential %d : tensor<RxCxf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
  %p = stablehlo.divide %e, %lb : tensor<RxCxf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<RxCxf32>, tensor<CxDxf32>) -> tensor<RxDxf32>
  return %o : tensor<RxDxf32>
})",
                  {{"MASK", isCausal ? mask : ""},
                   {isCausal ? "%none" : "%t", isCausal ? "%none" : "%s"},
                   {"<Rx", "<" + std::to_string(rows) + "x"},
                   {"<Cx", "<" + std::to_string(columns) + "x"},
                   {"xCx", "x" + std::to_string(columns) + "x"},
                   {"xDx", "x" + std::to_string(depth) + "x"}});
}

// The k largest products of each row, and their places.
inline std::string largestText(int64_t rows, int64_t columns, int64_t k) {
  return replaced(R"(
func.func @main(%x: tensor<Rx8xf32>, %y: tensor<Cx8xf32>) -> (tensor<RxKxf32>, tensor<RxKxi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<Rx8xf32>, tensor<Cx8xf32>) -> tensor<RxCxf32>
  %v, %i = chlo.top_k(%s, k = K) : tensor<RxCxf32> -> (tensor<RxKxf32>, tensor<RxKxi32>)
  return %v, %i : tensor<RxKxf32>, tensor<RxKxi32>
})",
                  {{"<Rx", "<" + std::to_string(rows) + "x"},
                   {"<Cx", "<" + std::to_string(columns) + "x"},
                   {"xCx", "x" + std::to_string(columns) + "x"},
                   {"xKx", "x" + std::to_string(k) + "x"},
                   {"= K)", "= " + std::to_string(k) + ")"}});
}

// Sums over the rows and over the columns of exp(-|x_i - y_j|^2).
inline std::string pairSumsText(int64_t n) {
  return replaced(R"(
func.func @main(%x: tensor<Nx3xf32>, %y: tensor<Nx3xf32>) -> (tensor<Nxf32>, tensor<Nxf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<Nx3xf32>) -> tensor<NxNx3xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<Nx3xf32>) -> tensor<NxNx3xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<NxNx3xf32>
  %dd = stablehlo.multiply %d, %d : tensor<NxNx3xf32>
  %s = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<NxNx3xf32>, tensor<f32>) -> tensor<NxNxf32>
  %n = stablehlo.negate %s : tensor<NxNxf32>
  %e = stablehlo.exponential %n : tensor<NxNxf32>
  %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<NxNxf32>, tensor<f32>) -> tensor<Nxf32>
  %columns = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<NxNxf32>, tensor<f32>) -> tensor<Nxf32>
  return %rows, %columns : tensor<Nxf32>, tensor<Nxf32>
})",
                  {{"<Nx", "<" + std::to_string(n) + "x"}, {"xNx", "x" + std::to_string(n) + "x"}});
}

} // namespace lz::test
