// lz-micro-kernels OUT [DUMP]: runs when the library is built. Compiles every micro-kernel of every
// CPU class and writes to the folder OUT
//
//   micro_kernels_<class>.o    the code: lazuli_packed_avx512_f32_14 and so on, local to the
//   library MicroKernelTables.inc      the table of them that codegen/MicroKernels.cc includes
//
// and every stage of their compilation to the folder DUMP.
#include "codegen/KernelCompiler.h"
#include "emit/MicroKernel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cctype>

namespace lz::codegen {
namespace {

constexpr CpuClass kClasses[] = {CpuClass::V2, CpuClass::Avx2, CpuClass::Avx512};
constexpr DType kTypes[] = {DType::F32, DType::F64};
using Kind = emit::MicroKernelKind;

// "x86-64-v2" has signs that no symbol may have.
std::string symbolOf(CpuClass cpu, const emit::MicroKernelSpec& spec) {
  std::string name = spec.kind == Kind::Packed ? "lazuli_packed_" : "lazuli_strided_";
  for (char c : cpuClassName(cpu))
    name += std::isalnum(c) ? c : '_';
  return name + "_" + std::string(dtypeName(spec.dtype)) + "_" + std::to_string(spec.rows);
}

Status writeObject(CpuClass cpu, const std::string& folder, const std::string& dumpFolder) {
  LZ_ASSIGN_OR_RETURN(auto compiler, KernelCompiler::create(cpu, dumpFolder));
  const emit::VectorTarget& target = targetInfo(cpu).vector;
  auto emitAll = [&](mlir::ModuleOp module) {
    for (Kind kind : {Kind::Packed, Kind::Strided})
      for (DType dtype : kTypes)
        for (int rows = 1; rows <= emit::largestTile(dtype, target).rows; ++rows) {
          emit::MicroKernelSpec spec = {kind, dtype, rows};
          LZ_RETURN_IF_ERROR(emit::emitMicroKernel(module, spec, target, symbolOf(cpu, spec)));
        }
    return okStatus();
  };
  std::string name = "micro_kernels_" + cpuClassName(cpu);
  LZ_ASSIGN_OR_RETURN(auto object, compiler->compile(name, emitAll));
  return writeDump(folder, name + ".o", std::string(object.begin(), object.end()));
}

void printFunctions(llvm::raw_ostream& os, CpuClass cpu, Kind kind, DType dtype, int mostRows) {
  os << "     {nullptr";
  for (int rows = 1; rows <= mostRows; ++rows)
    os << ",\n      " << symbolOf(cpu, {kind, dtype, rows});
  os << "}";
}

std::string table() {
  std::string text, declarations;
  llvm::raw_string_ostream os(text), declare(declarations);
  for (CpuClass cpu : kClasses) {
    os << "    {\n";
    for (DType dtype : kTypes) {
      emit::MicroTile tile = emit::largestTile(dtype, targetInfo(cpu).vector);
      os << "    {" << tile.rows << ", " << tile.columns << ",\n";
      printFunctions(os, cpu, Kind::Packed, dtype, tile.rows);
      os << ",\n";
      printFunctions(os, cpu, Kind::Strided, dtype, tile.rows);
      os << "},\n";
      for (int rows = 1; rows <= tile.rows; ++rows)
        declare << "PackedKernel " << symbolOf(cpu, {Kind::Packed, dtype, rows}) << ";\n"
                << "StridedKernel " << symbolOf(cpu, {Kind::Strided, dtype, rows}) << ";\n";
    }
    os << "    },\n";
  }
  return "// By CpuClass, then F32 and F64.\nextern \"C\" {\n" + declarations +
         "}\nconstexpr MicroKernels kMicroKernels[3][2] = {\n" + text + "};\n";
}

Status writeAll(const std::string& folder, const std::string& dumpFolder) {
  for (CpuClass cpu : kClasses)
    LZ_RETURN_IF_ERROR(writeObject(cpu, folder, dumpFolder));
  return writeDump(folder, "MicroKernelTables.inc", table());
}

} // namespace
} // namespace lz::codegen

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    llvm::errs() << "usage: lz-micro-kernels OUT [DUMP]\n";
    return 2;
  }
  lz::Status status = lz::codegen::writeAll(argv[1], argc == 3 ? argv[2] : "");
  if (!status.ok())
    llvm::errs() << std::string(status.message()) << "\n";
  return status.ok() ? 0 : 1;
}
