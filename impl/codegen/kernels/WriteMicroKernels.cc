// lz-micro-kernels OUT [DUMP]: runs when the library is built. Compiles every micro-kernel of every
// CPU class and writes to the folder OUT
//
//   micro_kernels_<class>.o        the code: lazuli_packed_avx512_f32_14 and so on, local to the
//                                  library
//   micro_kernels_avx512_pairs.o   the code for pairs: lazuli_packed_avx512_bf16_14 and so on
//   micro_kernels_avx512_vnni.o    the code for integers with VNNI, such as
//                                  lazuli_packed_avx512_vnni_i16_14
//   MicroKernelTables.inc          their tables, which codegen/MicroKernels.cc includes
//
// Also writes every stage of the compilation to the folder DUMP.
#include "codegen/KernelCompiler.h"
#include "codegen/LlvmTarget.h"
#include "emit/MicroKernel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cctype>
#include <vector>

namespace lz::codegen {
namespace {

using Kind = emit::MicroKernelKind;
constexpr Kind kKinds[] = {Kind::Packed, Kind::Strided};

// An object file with micro-kernels for these types. The kernels for BF16 and S16 multiply pairs.
struct Object {
  MachineClass cpu;
  std::vector<DType> dtypes;
  const char *suffix = "", *features = "";
};
const Object kObjects[] = {{MachineClass::X86V2, {DType::F32, DType::F64, DType::S16}},
                           {MachineClass::Avx2, {DType::F32, DType::F64, DType::S16}},
                           {MachineClass::Avx512, {DType::F32, DType::F64, DType::S16}},
                           {MachineClass::Avx512, {DType::BF16}, "_pairs", kPairFeatures},
                           {MachineClass::Avx512, {DType::S16}, "_vnni", kVnniFeatures}};

// Returns whether there are also kernels of half the width for the type.
bool hasNarrow(DType dtype) {
  return dtype == DType::F32 || dtype == DType::F64;
}

int mostRows(const Object& object, DType dtype) {
  return emit::largestTile(dtype, targetInfo(object.cpu).vector).rows;
}

// Replaces "-" in names of CPU classes by "_", since a symbol must not contain "-".
std::string symbolOf(const Object& object, const emit::MicroKernelSpec& spec) {
  std::string name = spec.kind == Kind::Packed ? "lazuli_packed_" : "lazuli_strided_";
  for (char c : machineClassName(object.cpu))
    name += std::isalnum(c) ? c : '_';
  name += spec.dtype == DType::S16 ? object.suffix : "";
  return name + "_" + std::string(dtypeName(spec.dtype)) + (spec.narrow ? "_narrow_" : "_") +
         std::to_string(spec.rows);
}

// Calls use(spec, symbol) for each kernel of the object, and returns its status.
template <typename Use> Status eachKernel(const Object& object, Use use) {
  for (Kind kind : kKinds)
    for (DType dtype : object.dtypes)
      for (bool narrow : {false, true})
        for (int rows = 1; rows <= mostRows(object, dtype) && narrow <= hasNarrow(dtype); ++rows) {
          emit::MicroKernelSpec spec = {kind, dtype, rows, narrow};
          LZ_RETURN_IF_ERROR(use(spec, symbolOf(object, spec)));
        }
  return okStatus();
}

Status writeObject(const Object& object, const std::string& folder, const std::string& dumpFolder) {
  LZ_ASSIGN_OR_RETURN(auto compiler, KernelCompiler::create(object.cpu, object.features));
  emit::X86Target target(targetInfo(object.cpu).vector, x86Features(object.cpu, object.features));
  auto emitAll = [&](mlir::ModuleOp module) {
    return eachKernel(object, [&](const emit::MicroKernelSpec& spec, const std::string& symbol) {
      return emit::emitMicroKernel(module, spec, target, symbol);
    });
  };
  std::string name = "micro_kernels_" + machineClassName(object.cpu) + object.suffix;
  LZ_ASSIGN_OR_RETURN(auto code, compiler->compile(name, {.dumpDir = dumpFolder}, emitAll));
  return writeDump(folder, name + ".o", std::string(code.begin(), code.end()));
}

std::string declarations(const Object& object) {
  std::string text;
  (void)eachKernel(object, [&](const emit::MicroKernelSpec& spec, const std::string& symbol) {
    text += (spec.kind == Kind::Packed ? "PackedKernel " : "StridedKernel ") + symbol + ";\n";
    return okStatus();
  });
  return text;
}

// Returns the initializer of a KernelTable. `narrow` is the address of the table of narrow kernels.
std::string initializer(const Object& object, DType dtype, bool isNarrow,
                        const std::string& narrow) {
  emit::MicroTile tile = emit::largestTile(dtype, targetInfo(object.cpu).vector);
  std::string text = "{" + std::to_string(tile.rows) + ", " +
                     std::to_string(isNarrow ? tile.columns / 2 : tile.columns);
  for (Kind kind : kKinds) {
    text += ",\n     {nullptr";
    for (int rows = 1; rows <= tile.rows; ++rows)
      text += ",\n      " + symbolOf(object, {kind, dtype, rows, isNarrow});
    text += "}";
  }
  return text + ",\n     " + narrow + "}";
}

// Returns the initializers of the two tables of a CPU class, for F32 and F64.
std::string rowOf(const Object& object, bool isNarrow) {
  std::string text;
  for (DType dtype : {DType::F32, DType::F64}) {
    std::string place =
        "[" + std::to_string(stepOf(object.cpu)) + "][" + std::to_string(dtype == DType::F64) + "]";
    text += (dtype == DType::F32 ? "    {" : ",\n     ") +
            initializer(object, dtype, isNarrow, isNarrow ? "nullptr" : "&kNarrowKernels" + place);
  }
  return text + "},\n";
}

std::string table() {
  std::string declared, wide, narrow, integers, pairs, vnni;
  for (const Object& object : kObjects) {
    declared += declarations(object);
    DType first = object.dtypes[0];
    if (first == DType::BF16) {
      pairs = initializer(object, first, false, "nullptr");
    } else if (first == DType::S16) {
      vnni = initializer(object, first, false, "nullptr");
    } else {
      wide += rowOf(object, false);
      narrow += rowOf(object, true);
      integers += "    " + initializer(object, DType::S16, false, "nullptr") + ",\n";
    }
  }
  return "extern \"C\" {\n" + declared + "}\n// By MachineClass, then F32 and F64.\n" +
         "constexpr KernelTable kNarrowKernels[3][2] = {\n" + narrow + "};\n" +
         "constexpr KernelTable kMicroKernels[3][2] = {\n" + wide + "};\n" +
         "constexpr KernelTable kIntegerKernels[3] = {\n" + integers + "};\n" +
         "constexpr KernelTable kVnniKernels =\n    " + vnni + ";\n" +
         "constexpr KernelTable kPairKernels =\n    " + pairs + ";\n";
}

Status writeAll(const std::string& folder, const std::string& dumpFolder) {
  for (const Object& object : kObjects)
    LZ_RETURN_IF_ERROR(writeObject(object, folder, dumpFolder));
  return writeDump(folder, "MicroKernelTables.inc", table());
}

} // namespace
} // namespace lz::codegen

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    llvm::errs() << "usage: lz-micro-kernels OUT [DUMP]\n";
    return 2;
  }
  // LLVM's machine combiner would split vpdpwssd into two instructions, which is faster if a sum
  // waits for the sum before it. A tile has so many independent sums that none waits.
  lz::codegen::setLlvmOption("x86-machine-combiner", "false");
  lz::Status status = lz::codegen::writeAll(argv[1], argc == 3 ? argv[2] : "");
  if (!status.ok())
    llvm::errs() << std::string(status.message()) << "\n";
  return status.ok() ? 0 : 1;
}
