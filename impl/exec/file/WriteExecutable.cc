#include "exec/file/ExecutableFile.h"
#include "exec/file/FileHeader.h"
#include "exec/thunks/ThunkFile.h"

namespace lz::exec {
namespace {

using flatbuffers::Offset;
using flatbuffers::Vector;

class Writer {
public:
  explicit Writer(const ExecutableSpec& spec) : spec_(spec) {}

  std::string finish(absl::Span<const MachineObject> objects) {
    auto& builder = out_.builder();
    const auto code = fbObjects(objects);
    const auto buffers = out_.list(spec_.buffers, [&](const BufferSpec& b) { return buffer(b); });
    out_.sequence(&spec_.body);
    const auto sequences = out_.sequences();
    const fb::Caches caches(spec_.caches.second, spec_.caches.last, spec_.caches.cores);
    const auto cpu = out_.text(machineClassName(spec_.cpu)), features = out_.text(spec_.features);
    const auto name = out_.text(spec_.name), fingerprint = out_.text(spec_.fingerprint);
    const auto inputs = out_.types(spec_.inputs), outputs = out_.types(spec_.outputs);
    const auto donated = builder.CreateVector(spec_.donated);
    const auto aliases = builder.CreateVector(spec_.aliasOf);
    const auto ends = writeUses(out_, spec_.ends);
    const auto textOf = [&](const std::string& text) { return out_.text(text); };
    const auto moves = out_.list(spec_.moves, textOf);
    const auto locations = out_.list(spec_.locations, textOf);
    const auto unsplit = out_.list(spec_.unsplit, textOf);
    builder.Finish(fb::CreateExecutable(
        builder, cpu, features, &caches, name, inputs, outputs, buffers, sequences, code,
        spec_.arenaBytes, donated, aliases, spec_.numKernels, spec_.tableBytes,
        spec_.onProgramThread, spec_.flops, spec_.ns, fingerprint, ends, spec_.runBytes.most,
        spec_.runBytes.least, spec_.smallestBudget, moves, locations, unsplit));
    const std::string_view tables(reinterpret_cast<const char*>(builder.GetBufferPointer()),
                                  builder.GetSize());
    std::string file = headerOf(tables);
    file.append(tables);
    return file;
  }

private:
  Offset<Vector<Offset<fb::Object>>> fbObjects(absl::Span<const MachineObject> objects) {
    return out_.list(objects, [&](const MachineObject& object) {
      const auto symbol = out_.text(object.symbol);
      const auto* bytes = reinterpret_cast<const uint8_t*>(object.bytes.data());
      return fb::CreateObject(out_.builder(), symbol,
                              out_.builder().CreateVector(bytes, object.bytes.size()));
    });
  }

  Offset<fb::Buffer> buffer(const BufferSpec& b) {
    const auto origin = out_.text(b.origin), op = out_.text(b.op);
    const auto locations = out_.builder().CreateVector(b.locations);
    Offset<fb::TensorType> constantType;
    Offset<Vector<uint8_t>> constant;
    if (b.kind == BufferKind::Constant) {
      const Literal& literal = b.constant;
      constantType = out_.type(literal.type());
      constant = out_.builder().CreateVector(reinterpret_cast<const uint8_t*>(literal.data()),
                                             size_t(literal.type().numBytes()));
    }
    return fb::CreateBuffer(out_.builder(), uint8_t(b.kind), b.bytes, b.ordinal, b.offset,
                            constantType, constant, origin, op, locations, b.content, b.viewOf);
  }

  const ExecutableSpec& spec_;
  ThunkWriter out_;
};

// Returns a lower bound for the size of the tables. The caller must check that this bound is not
// too large, because offsets in the tables have 32 bits.
int64_t leastBytes(const ExecutableSpec& spec) {
  int64_t bytes = spec.codeBytes;
  for (const BufferSpec& buffer : spec.buffers)
    if (buffer.kind == BufferKind::Constant)
      bytes += buffer.bytes;
  return bytes;
}

} // namespace

StatusOr<std::string> writeExecutable(const ExecutableSpec& spec) {
  constexpr int64_t kMostBytes = int64_t(3) << 29;
  if (const int64_t bytes = leastBytes(spec); bytes > kMostBytes)
    return unimplemented("[save] the executable holds ", bytes,
                         " bytes of constants and code, but a file can hold at most ", kMostBytes,
                         ": pass the constants as inputs");
  if (!spec.code && spec.numKernels > 0)
    return internalError("[save] the machine code of the kernels was not kept");
  return Writer(spec).finish(spec.code ? spec.code->objects() : std::vector<MachineObject>());
}

} // namespace lz::exec
