// The interface of the compiler. The compiler turns a program into an executable. This header does
// not include MLIR, so the folders lazy and capi do not depend on MLIR. Tests have another
// implementation (tests/unit/lazy/FakeCompiler.h).
#pragma once

#include "base/Status.h"
#include "compiler/options/CompileOptions.h"
#include "exec/Executable.h"
#include "exec/HostCalls.h"
#include "spec/Program.h"

#include <memory>
#include <string>
#include <string_view>

namespace lz::compiler {

// The contents of a module's file.
struct ModuleSource {
  std::string bytes;
  std::string name;       // the module's name, for messages and locations
  std::string function{}; // name of a public function; "": main, or the only function
};

class Compiler {
public:
  virtual ~Compiler() = default;
  // Prepares everything that all compilations with these options need. The first compilation after
  // this call takes 2 ms less. Thread-safe. Fails if this machine cannot run code of the CPU class.
  virtual Status prepare(const CompileOptions&) { return okStatus(); }
  // Compiles a program. Thread-safe. Fails if the program is invalid or has an unimplemented op.
  // The error has the op and its location.
  virtual StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) = 0;

  // Parses a module like parseModule. Thread-safe.
  virtual StatusOr<Program> parse(const ModuleSource& source, const CompileOptions&) {
    return unimplemented(source.name, ": this compiler cannot read modules; this one has ",
                         source.bytes.size(), " bytes");
  }

  // save() returns the bytes of a file, and load() makes an executable from such bytes. Of
  // `options`, load() uses only the host calls and the CPU class. load() refuses code for a CPU
  // class that has more instructions than the class of `options`. exec/file/ExecutableFile.h lists
  // the errors. Thread-safe.
  virtual StatusOr<std::string> save(const exec::Executable&) {
    return unimplemented("this compiler cannot write files");
  }
  virtual StatusOr<std::shared_ptr<const exec::Executable>> load(std::string_view,
                                                                 const CompileOptions&) {
    return unimplemented("this compiler cannot read files");
  }
};

// Returns the compiler of this library, which uses MLIR and LLVM. Equal programs share an
// executable while one of them is in use. If `cache` names a folder, the compiler keeps its results
// there.
std::unique_ptr<Compiler> makeCompiler(DiskCacheOptions cache = {});

// Reads a module in any format of formats/ModuleFormat.h. Error messages begin with the location:
// "file:3:10: ...".
StatusOr<Program> parseModule(const ModuleSource& source);
StatusOr<Program> parseModule(const std::string& text, const std::string& name);
// Prints the program in the format of this name (formats/WriteModule.h). Fails if the writer of the
// format fails, or if memory runs out.
StatusOr<std::string> printModule(const Program& program, std::string_view format = "stablehlo");

// Checks a program that the library has made. If the program is invalid, returns an Internal error
// with the op and the location of the op.
Status verifyProgram(const Program& program);

// Runs passes of the compiler, for example "lz-cse, lz-dce" (hlo/passes/Pipelines.h). The options
// state the numerics level and the effects of host calls. Before the passes run, ops on small types
// are replaced by ops on wider types (spec/small/Small.h). The pass lz-expand-complex changes the
// types of complex parameters and results to types with the same bytes. Fails if one of the names
// is not the name of a pass, or if a pass rejects the program. Returns Unimplemented if a program
// cannot express the result.
StatusOr<Program> runPasses(const Program& program, const std::string& passes,
                            const CompileOptions& options);

} // namespace lz::compiler
