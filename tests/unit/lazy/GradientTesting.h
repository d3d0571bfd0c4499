// Helpers for short tests of gradients.
#pragma once

#include "LazyTest.h"
#include "lazy/gradient/Gradients.h"

namespace lz::test {

inline StatusOr<std::vector<Tensor>> tryGradients(Session& s, std::vector<Result*> outputs,
                                                  std::vector<Result*> cotangents,
                                                  std::vector<Result*> arguments,
                                                  bool allowUnused = false) {
  LZ_ASSIGN_OR_RETURN(
      std::vector<Result*> results,
      lazy::recordGradients(*s.graph, {outputs, cotangents, arguments, allowUnused}));
  std::vector<Tensor> tensors;
  for (Result* result : results)
    tensors.emplace_back(result);
  return tensors;
}

inline std::vector<Tensor> gradients(Session& s, std::vector<Result*> outputs,
                                     std::vector<Result*> cotangents,
                                     std::vector<Result*> arguments) {
  auto tensors = tryGradients(s, std::move(outputs), std::move(cotangents), std::move(arguments));
  EXPECT_TRUE(tensors.ok()) << tensors.status();
  return tensors.ok() ? *tensors : std::vector<Tensor>();
}

// Returns the gradient of a tensor of one element with respect to another one.
inline float gradientAt(Session& s, const Tensor& output, const Tensor& argument) {
  std::vector<Tensor> g = gradients(s, {output.get()}, {}, {argument.get()});
  return g.empty() ? -1 : s.read(g[0])[0];
}

inline Tensor stopGradient(Session& s, const Tensor& x) {
  return Session::first(lazy::recordStopGradient(*s.graph, *x, {}));
}

} // namespace lz::test
