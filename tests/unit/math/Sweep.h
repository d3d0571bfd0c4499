// Operands of a function with the exact values of the function, code for every CPU class, and the
// largest errors of that code for these operands.
#pragma once

#include "Functions.h"
#include "Operands.h"
#include "gtest/gtest.h"
#include "spec/Accuracy.h"

#include <memory>
#include <vector>

namespace lz::emit {

template <typename T> struct Sweep {
  Operands<T> at;
  std::vector<Wide<T>> exact;
};

template <typename T> Sweep<T> sweepOf(const Function& f, Operands<T> operands) {
  Sweep<T> s{std::move(operands), {}};
  for (size_t i = 0; i < s.at.x.size(); ++i) {
    if constexpr (std::is_same_v<T, float>)
      s.exact.push_back(f.asDouble(s.at.x[i], s.at.y[i]));
    else
      s.exact.push_back(f.asLong(s.at.x[i], s.at.y[i]));
  }
  return s;
}

// Adds the errors on these operands to the largest errors so far.
template <typename T>
Worst<T> worstOf(const Function& f, ArrayFn fn, const Sweep<T>& s, Worst<T> worst = {}) {
  const auto& [x, y] = s.at;
  std::vector<T> out(x.size());
  fn(x.data(), y.data(), out.data(), static_cast<int64_t>(out.size()));
  for (size_t i = 0; i < out.size(); ++i)
    worst.add(f, out[i], s.exact[i], x[i], y[i]);
  return worst;
}

// A function compiled for each of hostMachineClasses(), in their order.
class CodeOfClasses {
public:
  CodeOfClasses(ElementKind element, bool scalar, const Function& f) {
    for (MachineClass cpu : hostMachineClasses()) {
      jits_.push_back(std::make_unique<MathJit>(cpu));
      functions_.push_back(jits_.back()->compile(element, scalar, f.body));
    }
  }
  const std::vector<ArrayFn>& functions() const { return functions_; }

private:
  std::vector<std::unique_ptr<MathJit>> jits_;
  std::vector<ArrayFn> functions_;
};

// Finds the largest errors of each CPU class and checks them against accuracy.txt at both levels.
template <typename T>
void expectWithinBounds(const Function& f, const std::vector<Worst<T>>& worst) {
  for (MachineClass cpu : hostMachineClasses())
    for (bool strict : {false, true}) {
      const Worst<T>& w = worst[stepOf(cpu)];
      EXPECT_LE(w.error, errorBound(f.opcode, strict, cpu, dtypeOf<T>()))
          << nameOf(f) << " " << machineClassName(cpu) << " x = " << w.x << " y = " << w.y
          << " got " << w.actual << " exact " << double(w.exact);
    }
}

} // namespace lz::emit
