#include "compiler/report/Dump.h"

#include "absl/strings/str_format.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <filesystem>
#include <fstream>

namespace lz::compiler {
namespace {

// The number of the next compilation of this process. The number is only used in names of folders.
std::atomic<int> nextCompilation{0};

} // namespace

Dump::Dump(const std::string& dir, const std::string& name) {
  if (dir.empty())
    return;
  std::error_code ignored;
  folder_ = absl::StrFormat("%s/%03d_%s", dir, nextCompilation++, name);
  std::filesystem::create_directories(kernelFolder(), ignored);
}

std::string Dump::kernelFolder() const {
  return enabled() ? folder_ + "/kernels" : "";
}

void Dump::stage(const std::string& name, mlir::ModuleOp module) {
  if (!enabled())
    return;
  std::string content;
  llvm::raw_string_ostream stream(content);
  mlir::OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(64);
  module.print(stream, flags);
  text(name + ".mlir", content);
}

void Dump::text(const std::string& name, const std::string& content) {
  if (!enabled())
    return;
  std::ofstream file(absl::StrFormat("%s/%02d_%s", folder_, next_++, name));
  file << content << '\n';
}

} // namespace lz::compiler
