#include "formats/xla/module/Opcodes.h"
#include "formats/xla/text/AttributeText.h"
#include "formats/xla/text/HloText.h"
#include "formats/xla/text/Literals.h"

namespace lz::xla {
namespace {

void printNames(std::string_view title, const std::vector<std::string>& names, std::string& out) {
  if (names.empty())
    return;
  absl::StrAppend(&out, detail::piece(title), "\n");
  for (size_t i = 0; i < names.size(); ++i) {
    absl::StrAppend(&out, i + 1, " ");
    printQuoted(names[i], out);
    out += '\n';
  }
  out += '\n';
}

void printRows(std::string_view title, const std::vector<Fields>& rows, std::string& out) {
  if (rows.empty())
    return;
  absl::StrAppend(&out, detail::piece(title), "\n");
  for (size_t i = 0; i < rows.size(); ++i) {
    absl::StrAppend(&out, i + 1, " ");
    printFields(rows[i], " ", out);
    out += '\n';
  }
  out += '\n';
}

void printHeader(const Module& module, std::string& out) {
  const bool isWord = Scanner(module.name, "").peekWord() == module.name;
  absl::StrAppend(&out, isWord ? "HloModule " : "HloModule %",
                  module.name.empty() ? "module" : module.name);
  for (const Attribute& attribute : module.attributes) {
    out += ", ";
    printAttribute(attribute, {module, nullptr}, out);
  }
  out += "\n\n";
  const StackFrameIndex& tables = module.stackFrameIndex;
  printNames("FileNames", tables.fileNames, out);
  printNames("FunctionNames", tables.functionNames, out);
  printRows("FileLocations", tables.fileLocations, out);
  printRows("StackFrames", tables.stackFrames, out);
}

void printOperands(const Computation& computation, const Instruction& instruction,
                   std::string& out) {
  if (instruction.opcode->name == "parameter") {
    absl::StrAppend(&out, instruction.parameterNumber);
  } else if (instruction.opcode->name == "constant") {
    printLiteral(instruction.literal, out);
  }
  for (size_t i = 0; i < instruction.operandIds.size(); ++i)
    absl::StrAppend(&out, i > 0 ? ", %" : "%",
                    computation.instructions[size_t(instruction.operandIds[i])].name);
}

void printInstruction(const Module& module, const Computation& computation, size_t id,
                      std::string& out) {
  const Instruction& instruction = computation.instructions[id];
  absl::StrAppend(&out, int32_t(id) == computation.rootId ? "  ROOT %" : "  %", instruction.name,
                  " = ", printShape(instruction.shape), " ", instruction.opcode->name, "(");
  printOperands(computation, instruction, out);
  out += ')';
  for (const Attribute& attribute : instruction.attributes) {
    out += ", ";
    printAttribute(attribute, {module, &computation}, out);
  }
  out += '\n';
}

} // namespace

std::string printHloText(const Module& module) {
  std::string out;
  printHeader(module, out);
  for (size_t c = 0; c < module.computations.size(); ++c) {
    const Computation& computation = module.computations[c];
    absl::StrAppend(&out, c > 0 ? "\n" : "",
                    int32_t(c) == module.entryComputationId ? "ENTRY " : "", "%", computation.name,
                    " {\n");
    for (size_t i = 0; i < computation.instructions.size(); ++i)
      printInstruction(module, computation, i, out);
    out += '}';
    if (!computation.executionThread.empty()) {
      out += ", execution_thread=";
      printQuoted(computation.executionThread, out);
    }
    out += '\n';
  }
  return out;
}

} // namespace lz::xla
