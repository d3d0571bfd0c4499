#include "base/machine/Caches.h"
#include "exec/file/ContractionTables.h"
#include "exec/file/ExecutableFile.h"
#include "exec/file/Executable_generated.h"
#include "exec/file/FileHeader.h"

namespace lz::exec {
namespace {

using flatbuffers::Offset;
using flatbuffers::Vector;

class Writer {
  template <typename List, typename Make> auto list(const List& values, Make make) {
    std::vector<decltype(make(*values.begin()))> made;
    for (const auto& value : values)
      made.push_back(make(value));
    return fb_.CreateVector(made);
  }

public:
  explicit Writer(const ExecutableSpec& spec) : spec_(spec) {}

  std::string finish(absl::Span<const MachineObject> objects) {
    const auto code = fbObjects(objects);
    const auto buffers = list(spec_.buffers, [&](const BufferSpec& b) { return buffer(b); });
    addSequence(spec_.body);
    const auto sequences = fb_.CreateVector(sequences_);
    const fb::Caches caches(spec_.caches.second, spec_.caches.last, spec_.caches.cores);
    const auto cpu = text(cpuClassName(spec_.cpu)), features = text(spec_.features);
    const auto name = text(spec_.name), fingerprint = text(spec_.fingerprint);
    const auto inputs = types(spec_.inputs), outputs = types(spec_.outputs);
    const auto donated = fb_.CreateVector(spec_.donated);
    const auto aliases = fb_.CreateVector(spec_.aliasOf);
    fb_.Finish(fb::CreateExecutable(fb_, cpu, features, &caches, name, inputs, outputs, buffers,
                                    sequences, code, spec_.arenaBytes, donated, aliases,
                                    spec_.numKernels, spec_.tableBytes, spec_.onProgramThread,
                                    spec_.flops, spec_.ns, fingerprint));
    const std::string_view tables(reinterpret_cast<const char*>(fb_.GetBufferPointer()),
                                  fb_.GetSize());
    std::string file = headerOf(tables);
    file.append(tables);
    return file;
  }

private:
  Offset<flatbuffers::String> text(std::string_view value) {
    return fb_.CreateString(value.data(), value.size());
  }

  Offset<fb::TensorType> type(const TensorType& type) {
    const auto dims = fb_.CreateVector(type.dims.data(), type.dims.size());
    return fb::CreateTensorType(fb_, int32_t(type.dtype), dims);
  }
  Offset<Vector<Offset<fb::TensorType>>> types(const std::vector<TensorType>& types) {
    return list(types, [&](const TensorType& t) { return type(t); });
  }

  Offset<Vector<Offset<fb::Object>>> fbObjects(absl::Span<const MachineObject> objects) {
    return list(objects, [&](const MachineObject& object) {
      const auto symbol = text(object.symbol);
      const auto* bytes = reinterpret_cast<const uint8_t*>(object.bytes.data());
      return fb::CreateObject(fb_, symbol, fb_.CreateVector(bytes, object.bytes.size()));
    });
  }

  Offset<fb::Buffer> buffer(const BufferSpec& b) {
    const auto origin = text(b.origin), op = text(b.op), place = text(b.place);
    Offset<fb::TensorType> constantType;
    Offset<Vector<uint8_t>> constant;
    if (b.kind == BufferKind::Constant) {
      const Literal& literal = b.constant;
      constantType = type(literal.type());
      constant = fb_.CreateVector(reinterpret_cast<const uint8_t*>(literal.data()),
                                  size_t(literal.type().numBytes()));
    }
    return fb::CreateBuffer(fb_, uint8_t(b.kind), b.bytes, b.ordinal, b.offset, constantType,
                            constant, origin, op, place);
  }

  int32_t addSequence(const Sequence& sequence) {
    std::vector<fb::Thunk> kinds;
    std::vector<Offset<void>> thunks;
    for (const Thunk& thunk : sequence.thunks) {
      kinds.push_back(fb::Thunk(thunk.index() + 1));
      thunks.push_back(std::visit([&](const auto& t) { return write(t).Union(); }, thunk));
    }
    const auto fbKinds = fb_.CreateVector(kinds);
    sequences_.push_back(fb::CreateSequence(fb_, fbKinds, fb_.CreateVector(thunks)));
    return int32_t(sequences_.size()) - 1;
  }
  int32_t sequence(const std::shared_ptr<const Sequence>& sequence) {
    return sequence ? addSequence(*sequence) : -1;
  }

  Offset<fb::Kernel> write(const KernelThunk& k) {
    const auto name = text(k.name);
    const auto buffers = fb_.CreateVector(k.buffers);
    return fb::CreateKernel(fb_, name, k.object, k.gridSize, k.nsPerUnit, buffers, k.numReads);
  }

  Offset<fb::Copy> write(const CopyThunk& c) { return fb::CreateCopy(fb_, c.source, c.target); }

  Offset<Vector<Offset<fb::RowKernel>>> rowKernels(const std::vector<RowKernel>& kernels) {
    return list(kernels, [&](const RowKernel& row) {
      return fb::CreateRowKernel(fb_, write(row.kernel), row.unitsPerRow);
    });
  }

  Offset<fb::Contraction> write(const ContractionThunk& c) {
    const auto name = text(c.name);
    const auto tiled = writeTiled(fb_, c.plan.spec);
    Offset<fb::Slices> slices;
    if (c.slices)
      slices = writeSlices(fb_, contraction::slicesOf(*c.slices));
    const auto prologue = rowKernels(c.prologue), epilogue = rowKernels(c.epilogue);
    return fb::CreateContraction(fb_, name, tiled, c.plan.threads, slices, c.lhs, c.rhs, c.out,
                                 c.scratch, c.scratchBytes(), prologue, epilogue);
  }

  Offset<fb::Attr> attr(const std::pair<std::string, CallAttr>& attr) {
    const auto& [key, value] = attr;
    const auto name = text(key);
    Offset<flatbuffers::String> string;
    Offset<Vector<int64_t>> numbers;
    Offset<Vector<Offset<flatbuffers::String>>> texts;
    if (const auto* one = std::get_if<std::string>(&value))
      string = text(*one);
    else if (const auto* many = std::get_if<std::vector<int64_t>>(&value))
      numbers = fb_.CreateVector(*many);
    else if (const auto* words = std::get_if<std::vector<std::string>>(&value))
      texts = list(*words, [&](const std::string& word) { return text(word); });
    const auto* number = std::get_if<int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    return fb::CreateAttr(fb_, name, uint8_t(value.index()), number ? *number : 0, real ? *real : 0,
                          string, numbers, texts);
  }

  Offset<fb::Call> write(const CallThunk& c) {
    const int32_t body = sequence(c.body.steps);
    const auto function = text(c.host ? std::string_view(c.host->name()) : c.function->name);
    const auto operands = types(c.signature.operands), results = types(c.signature.results);
    const auto attrs = list(c.signature.attrs, [&](const auto& a) { return attr(a); });
    const auto buffers = fb_.CreateVector(c.buffers);
    const auto place = text(c.place);
    const auto params = fb_.CreateVector(c.body.params);
    const auto bodyResults = fb_.CreateVector(c.body.results);
    return fb::CreateCall(fb_, function, c.host != nullptr, operands, results, attrs,
                          c.signature.threads, buffers, c.scratch, place, body, params,
                          bodyResults);
  }

  Offset<fb::While> write(const WhileThunk& w) {
    const int32_t condition = sequence(w.condition), body = sequence(w.body);
    return fb::CreateWhile(fb_, text(w.name), condition, body, w.predicate);
  }

  Offset<fb::Conditional> write(const ConditionalThunk& c) {
    std::vector<int32_t> branches;
    for (const auto& branch : c.branches)
      branches.push_back(sequence(branch));
    const auto name = text(c.name);
    return fb::CreateConditional(fb_, name, c.selector, c.selectorIsPred,
                                 fb_.CreateVector(branches));
  }

  const ExecutableSpec& spec_;
  flatbuffers::FlatBufferBuilder fb_;
  std::vector<Offset<fb::Sequence>> sequences_;
};

// Of the tables, whose offsets are 32 bits: constants and code, and something for all else.
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
                         " bytes of constants and code; a file has at most ", kMostBytes,
                         ": make inputs of the constants");
  if (!spec.code && spec.numKernels > 0)
    return internalError("[save] nobody kept the objects of the kernels");
  return Writer(spec).finish(spec.code ? spec.code->objects() : std::vector<MachineObject>());
}

} // namespace lz::exec
