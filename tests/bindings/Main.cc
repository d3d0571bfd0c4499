// Writes the table of vectors with which front ends are tested. bindings/vectors/README.md
// describes the table. The expected values are the reference interpreter's.
//
//   make_vectors CASES FILE
#include "Expand.h"
#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/elements/SmallTypes.h"
#include "semantics/eval/Evaluate.h"
#include "spec/Accuracy.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>

namespace lz::vectors {
namespace {

// Ops that the C API records by special functions, so the table does not have them.
constexpr std::string_view kOthers[] = {"chlo_tan", "constant", "custom_call"};

// The bound for transforms and factorizations, whose intermediate values are rounded, and whose
// zeros may have another sign.
constexpr int kLibraryUnits = 4;

std::string dimsText(const Dims& dims) {
  return dims.empty() ? "-" : absl::StrJoin(dims, ",");
}

std::string literalText(const Literal& literal) {
  std::string bytes(reinterpret_cast<const char*>(literal.data()),
                    size_t(literal.type().numBytes()));
  return bytes.empty() ? "-" : absl::BytesToHexString(bytes);
}

// Returns the text of an attribute: its kind and its value.
std::string attributeText(const CaseAttribute& given, const OpInfo& op, const Types& types) {
  if (given.name == "dtype")
    return absl::StrCat("dtype ", dtypeWord(dtypeOf(given.value, types).value_or(DType::Invalid)));
  auto info = absl::c_find_if(op.attrs, [&](const AttrInfo& a) { return a.name == given.name; });
  AttrKind kind = info == op.attrs.end() ? AttrKind::Ints : info->kind;
  const char* word = kind == AttrKind::Ints   ? "integers"
                     : kind == AttrKind::Enum ? "case"
                                              : "integer";
  return absl::StrCat(word, " ", given.value.empty() ? "-" : given.value);
}

// Returns how far each element may differ, in units of 2^-p of its value, where p is the number of
// bits of the mantissa. The result and the expected value may both differ from the exact value by
// the op's bound.
int unitsOf(const Op& op, DType dtype) {
  const OpInfo& info = opInfo(op.opcode);
  const Opcode rounding[] = {Opcode::Fft, Opcode::Cholesky, Opcode::TriangularSolve};
  if (!isDifferentiable(dtype) || isSmall(dtype))
    return 0;
  if (absl::c_linear_search(rounding, op.opcode))
    return kLibraryUnits;
  if (info.kind != OpKind::Elementwise)
    return 0;
  DType part = partType(dtype);
  double bound = errorBound(op.opcode, /*strict=*/false, MachineClass::X86V2,
                            part == DType::F64 ? DType::F64 : DType::F32);
  if (isComplex(dtype))
    bound = std::max(bound, complexErrorBound(op.opcode, dtype).modulus) + 2;
  if (bound > 0 && storageBits(dtype) == 16)
    return 1;
  return bound == 0 ? 0 : 2 * int(std::ceil(bound)) + 1;
}

// If an element of the result of an elementwise op on a small type is NaN, replaces the operands of
// this element by 1. The sign of such a NaN is unspecified, but readers compare bytes. Returns true
// if there was such an element.
bool hidesNan(Vector& v, const std::vector<Literal>& results) {
  const DType dtype = results[0].type().dtype;
  if (opInfo(v.op().opcode).kind != OpKind::Elementwise || !isSmallFloat(dtype))
    return false;
  bool found = false;
  for (int64_t i = 0; i < results[0].type().numElements(); ++i) {
    if (!floatFormat(dtype).isNan(loadCode(dtype, results[0].data(), i)))
      continue;
    found = true;
    for (Literal& input : v.inputs)
      if (isSmallFloat(input.type().dtype) && input.type().rank() > 0)
        storeCode(input.type().dtype, input.mutableData(), i,
                  toSmallFloat(floatFormat(input.type().dtype), 1.0));
  }
  return found;
}

class Writer {
public:
  explicit Writer(const char* path) : out_(path) {
    out_ << "# Made by make_vectors; bindings/vectors/README.md says what stands here.\n";
  }

  Status write(Vector v) {
    LZ_ASSIGN_OR_RETURN(std::vector<Literal> results, eval::evaluate(v.program, v.inputs));
    if (hidesNan(v, results)) {
      LZ_ASSIGN_OR_RETURN(results, eval::evaluate(v.program, v.inputs));
    }
    const Op& op = v.op();
    out_ << "\nvector " << ++count_ << "\nop " << v.source.op << "\n";
    for (size_t i = 0; i < v.inputs.size(); ++i)
      writeTensor(v.source.operands[i].isCaptured ? "capture" : "operand", v.inputs[i], "");
    for (const CaseAttribute& attribute : v.source.attributes)
      out_ << "attribute " << attribute.name << " "
           << attributeText(attribute, opInfo(op.opcode), v.types) << "\n";
    for (size_t i = 0; i < op.regions.size(); ++i)
      writeFunction(v, i);
    for (const Literal& result : results)
      writeTensor("result", result, absl::StrCat(unitsOf(op, result.type().dtype), " "));
    ops_.insert(v.source.op);
    return okStatus();
  }

  // Returns an op that no vector tests, or nullptr if there is none.
  const OpInfo* forgotten() const {
    for (size_t i = 0; i < kNumOpcodes; ++i)
      if (const OpInfo& info = opInfo(Opcode(i));
          !ops_.contains(info.name) && !absl::c_linear_search(kOthers, info.name))
        return &info;
    return nullptr;
  }
  bool isWritten() { return bool(out_.flush()); }
  int count() const { return count_; }
  size_t numOps() const { return ops_.size(); }

private:
  void writeTensor(const char* what, const Literal& literal, const std::string& units) {
    out_ << what << " " << dtypeWord(literal.type().dtype) << " " << dimsText(literal.type().dims)
         << " " << units << literalText(literal) << "\n";
  }
  void writeFunction(const Vector& v, size_t index) {
    const CaseFunction& function = v.source.functions[index];
    out_ << "function " << function.name << " " << function.body;
    for (ValueId param : v.op().regions[index].params) {
      const TensorType& type = v.program.type(param);
      out_ << " " << dtypeWord(type.dtype) << " " << dimsText(type.dims);
    }
    out_ << "\n";
  }

  std::ofstream out_;
  int count_ = 0;
  std::set<std::string, std::less<>> ops_;
};

// Returns cases for all elementwise ops without attributes whose operands have one type. These need
// no lines in the file of cases.
std::vector<Case> elementwiseCases() {
  std::vector<Case> cases;
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    bool isPlain = info.kind == OpKind::Elementwise && info.attrs.empty() &&
                   info.resultSpec == ResultSpec::Inferred && info.name != "select";
    if (!isPlain || info.name == kOthers[0])
      continue;
    const char* one = accepts(info, DType::F32)   ? "f32"
                      : accepts(info, DType::S32) ? "s32"
                                                  : "pred";
    auto addCase = [&](const CaseOperand& operand) {
      Case& added = cases.emplace_back();
      added.op = info.name;
      added.operands.assign(size_t(info.numOperands), operand);
    };
    addCase({"T", {3, 4}, {}});
    addCase({one, {}, {}});
    addCase({one, {0, 3}, {}});
  }
  return cases;
}

StatusOr<std::vector<Case>> readCases(const char* path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  if (!file)
    return invalidArgument("cannot read ", path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    LZ_ASSIGN_OR_RETURN(cases.emplace_back(), parseCase(line));
  }
  return cases;
}

Status makeVectors(const char* cases, const char* path) {
  LZ_ASSIGN_OR_RETURN(std::vector<Case> written, readCases(cases));
  std::vector<Case> all = elementwiseCases();
  all.insert(all.end(), written.begin(), written.end());
  Writer writer(path);
  for (const Case& source : all)
    LZ_RETURN_IF_ERROR(forEachVector(source, [&](const Vector& v) { return writer.write(v); }));
  if (const OpInfo* info = writer.forgotten())
    return invalidArgument("[", std::string(info->name), "] has no vector; add a line to ", cases);
  if (!writer.isWritten())
    return invalidArgument("cannot write ", path);
  std::printf("%d vectors of %zu ops\n", writer.count(), writer.numOps());
  return okStatus();
}

} // namespace
} // namespace lz::vectors

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "make_vectors CASES FILE\n");
    return 2;
  }
  lz::Status status = lz::vectors::makeVectors(argv[1], argv[2]);
  if (!status.ok())
    std::fprintf(stderr, "make_vectors: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
