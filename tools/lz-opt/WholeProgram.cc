#include "WholeProgram.h"

#include "absl/strings/str_cat.h"
#include "compiler/Compilation.h"
#include "compiler/Explain.h"
#include "formats/WriteModule.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace lz {
namespace {

constexpr llvm::StringLiteral kStopAfter = "--stop-after", kExplain = "--explain",
                              kWrite = "--write";

struct Request {
  std::optional<std::string> stop, format;
  bool explains = false;
  std::string file = "-";
};

// `arguments` does not contain the name of the program.
StatusOr<Request> requestOf(llvm::ArrayRef<char*> arguments) {
  Request request;
  for (llvm::StringRef argument : arguments) {
    if (argument == kExplain)
      request.explains = true;
    else if (argument.consume_front(kStopAfter) && (argument.empty() || argument[0] == '='))
      request.stop = argument.drop_front(argument.empty() ? 0 : 1).str();
    else if (argument.consume_front(kWrite) && (argument.empty() || argument[0] == '='))
      request.format = argument.drop_front(argument.empty() ? 0 : 1).str();
    else if (argument.starts_with("-") && argument != "-")
      return invalidArgument(argument.str(), " cannot be combined with ", kStopAfter.str(), ", ",
                             kExplain.str(), " or ", kWrite.str(),
                             ": these take the whole program");
    else
      request.file = argument.str();
  }
  if (request.explains + request.stop.has_value() + request.format.has_value() > 1)
    return invalidArgument("give one of ", kExplain.str(), ", ", kStopAfter.str(), " and ",
                           kWrite.str());
  return request;
}

StatusOr<std::string> textFor(const Request& request) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(request.file);
  if (!buffer)
    return invalidArgument("cannot read ", request.file, ": ", buffer.getError().message());
  LZ_ASSIGN_OR_RETURN(Program program,
                      compiler::parseModule((*buffer)->getBuffer().str(), request.file));
  if (request.format)
    return formats::writeModule(program, *request.format);
  LZ_ASSIGN_OR_RETURN(const compiler::ContextVariables variables,
                      compiler::contextVariables(/*ignoreEnvironment=*/false));
  compiler::CompileOptions options;
  options.tensors = variables.tensors;
  return request.explains ? compiler::explain(program, options)
                          : compiler::compileUntil(program, options, *request.stop);
}

StatusOr<std::string> textFor(llvm::ArrayRef<char*> arguments) {
  LZ_ASSIGN_OR_RETURN(Request request, requestOf(arguments));
  return textFor(request);
}

} // namespace

std::optional<int> runWholeProgram(llvm::ArrayRef<char*> arguments) {
  auto isFlag = [](llvm::StringRef argument) {
    const llvm::StringRef name = argument.split('=').first;
    return argument == kExplain || name == kStopAfter || name == kWrite;
  };
  if (llvm::none_of(arguments, isFlag))
    return std::nullopt;
  StatusOr<std::string> text = textFor(arguments.drop_front());
  if (!text.ok()) {
    std::string place = locationOf(text.status());
    llvm::errs() << "lz-opt: " << place << (place.empty() ? "" : ": ")
                 << std::string(text.status().message()) << "\n";
    return 1;
  }
  llvm::outs() << *text;
  return 0;
}

std::string wholeProgramHelp() {
  std::string text =
      "  --explain - Compile a program, and explain each kernel and contraction: its ops with "
      "their locations, its use of threads and lanes, and the reasons.\n"
      "  --stop-after=NAME - Compile a program up to this phase or pass, and write the result of "
      "this phase or pass.\n"
      "  --write=FORMAT - Write the program, without compiling it, in this format: stablehlo, "
      "stablehlo-generic, bytecode, portable, hlo or hlo-proto.\n\n"
      "The phases of a compilation, with their passes, in the order in which they run:\n\n";
  for (const compiler::StopPoint& point : compiler::stopPoints())
    absl::StrAppend(&text, point.isPass ? "    " : "  ", point.name,
                    point.isPass ? "" : " - " + point.summary, "\n");
  return text;
}

} // namespace lz
