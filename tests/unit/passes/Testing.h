// Makes modules from text or programs, and compares their values before and after the pipeline.
#pragma once

#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"
#include "semantics/eval/Evaluate.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>
#include <random>

namespace lz::hlo {

struct Module {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;

  explicit Module(const std::string& text)
      : module(mlir::parseSourceString<mlir::ModuleOp>(text, context.get())) {}
  explicit Module(const Program& program) : module(importProgram(*context, program)) {}

  std::string str() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }
  Program program() {
    StatusOr<Program> program = exportProgram(module->lookupSymbol<mlir::func::FuncOp>("main"));
    EXPECT_TRUE(program.ok()) << program.status();
    return program.ok() ? *std::move(program) : Program();
  }
};

inline size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}

// Returns small numbers of either sign; every fifth float is one of 0, -0, inf, -inf, NaN.
inline Literal randomLiteral(const TensorType& type, std::mt19937& random) {
  constexpr double kSpecial[] = {0.0, -0.0, INFINITY, -INFINITY, NAN};
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i) {
      int number = int(random() % 19) - 9;
      double value = random() % 5 == 0 ? kSpecial[random() % 5] : number * 0.37;
      literal.mutableAs<T>()[i] = isFloat(type.dtype)         ? T(float(value))
                                  : type.dtype == DType::Pred ? T(number > 0)
                                                              : T(number);
    }
  });
  return literal;
}

// Returns true if the bits are the same; any NaN equals any NaN.
inline bool sameValues(const Literal& a, const Literal& b) {
  if (a.type() != b.type())
    return false;
  if (!isFloat(a.type().dtype))
    return a == b;
  for (int64_t i = 0; i < a.type().numElements(); ++i) {
    double x = a.toDouble(i), y = b.toDouble(i);
    if (!(std::isnan(x) && std::isnan(y)) && (x != y || std::signbit(x) != std::signbit(y)))
      return false;
  }
  return true;
}

// Runs the passes; each must leave a valid module.
inline Status runVerified(Module& m, PipelineOptions options = {}) {
  options.verify = true;
  return runPipeline(*m.module, options);
}

// Runs main on random arguments before and after the pipeline; the results must be equal. Returns
// the text after it.
inline std::string checkSameNumbers(const std::string& text, const PipelineOptions& options = {}) {
  Module m(text);
  if (!m.module) {
    ADD_FAILURE() << "does not parse: " << text;
    return "";
  }
  Program before = m.program();
  Status status = runVerified(m, options);
  EXPECT_TRUE(status.ok()) << status;
  Program after = m.program();
  std::mt19937 random(17);
  for (int round = 0; round < 5; ++round) {
    std::vector<Literal> args;
    for (ValueId param : before.body.params)
      args.push_back(randomLiteral(before.type(param), random));
    auto expected = eval::evaluate(before, args), actual = eval::evaluate(after, args);
    EXPECT_TRUE(expected.ok()) << expected.status();
    EXPECT_TRUE(actual.ok()) << actual.status();
    if (!expected.ok() || !actual.ok())
      break;
    for (size_t i = 0; i < expected->size(); ++i)
      EXPECT_TRUE(sameValues((*expected)[i], (*actual)[i])) << "result " << i << " of " << m.str();
  }
  return m.str();
}

} // namespace lz::hlo
