#include "exec/Calls.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "exec/Concatenate.h"
#include "exec/Fft.h"
#include "exec/Linalg.h"
#include "exec/RandomBits.h"
#include "exec/Sort.h"
#include "exec/TopK.h"

namespace lz::exec {

static constexpr CallFunction kFunctions[] = {
    {"cholesky", cholesky, needsOfMatrices, planOfCholesky},
    {"concatenate", concatenate, needsOfConcatenate},
    {"fft", fft, needsOfFft, planOfFft},
    {"lapack", lapack, needsOfLapack, planOfLapack},
    {"rng_bit_generator", randomBits, needsOfRandomBits},
    {"sort", sort, needsOfSort},
    {"top_k", topK, needsOfTopK},
    {"triangular_solve", triangularSolve, needsOfMatrices, planOfTriangularSolve},
};

namespace {

struct AttrText {
  std::string operator()(const std::string& text) const { return absl::StrCat("\"", text, "\""); }
  std::string operator()(const std::vector<int64_t>& list) const {
    return absl::StrCat("[", absl::StrJoin(list, ", "), "]");
  }
  std::string operator()(const std::vector<std::string>& list) const {
    return list.empty() ? "[]" : absl::StrCat("[\"", absl::StrJoin(list, "\", \""), "\"]");
  }
  std::string operator()(int64_t number) const { return absl::StrCat(number); }
  std::string operator()(double number) const { return absl::StrCat(number); }
};

} // namespace

std::string print(const CallAttrs& attrs) {
  return absl::StrCat("{",
                      absl::StrJoin(attrs, ", ",
                                    [](std::string* text, const auto& attr) {
                                      absl::StrAppend(text, attr.first, " = ",
                                                      std::visit(AttrText(), attr.second));
                                    }),
                      "}");
}

const CallFunction* findCall(std::string_view name) {
  for (const CallFunction& function : kFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

} // namespace lz::exec
