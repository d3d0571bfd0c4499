#include "exec/file/ExecutableFile.h"
#include "exec/file/FileHeader.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/ThunkFile.h"
#include "exec/verify/Verify.h"

namespace lz::exec {
namespace {

std::vector<std::string>
textsOf(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* list) {
  std::vector<std::string> texts;
  for (const flatbuffers::String* text : elementsOf(list))
    texts.push_back(textOf(text));
  return texts;
}

class Reader {
public:
  Reader(const fb::Executable& file, const CodeSource& source, const HostCalls* hostCalls)
      : file_(file), source_(source), hostCalls_(hostCalls) {}

  StatusOr<ExecutableSpec> run() {
    LZ_RETURN_IF_ERROR(readTarget());
    LZ_ASSIGN_OR_RETURN(spec_.inputs, readTypes(file_.inputs()));
    LZ_ASSIGN_OR_RETURN(spec_.outputs, readTypes(file_.outputs()));
    LZ_RETURN_IF_ERROR(readBuffers());
    LZ_RETURN_IF_ERROR(linkObjects());
    LZ_RETURN_IF_ERROR(readSequences());
    readRest();
    return std::move(spec_);
  }

private:
  Status readTarget() {
    const std::string name = textOf(file_.cpu());
    StatusOr<MachineClass> cpu = parseMachineClass(name);
    if (!cpu.ok() || name != machineClassName(*cpu) ||
        !file_.caches()) // parseMachineClass accepts "host", but a file must name the CPU class
      return damaged("it names no CPU class");
    spec_.cpu = *cpu;
    spec_.features = textOf(file_.features());
    const fb::Caches caches = structOf(*file_.caches());
    spec_.caches = {caches.second(), caches.last(), caches.cores()};
    if (spec_.caches.second < 1 || spec_.caches.last < 1 || spec_.caches.cores < 1)
      return damaged("it is for a machine without caches");
    return source_.checkRuns(spec_.cpu, spec_.features);
  }

  Status readBuffers() {
    for (const fb::Buffer* b : elementsOf(file_.buffers())) {
      if (b->kind() > uint8_t(BufferKind::View))
        return damaged("a buffer has an unknown kind");
      BufferSpec buffer{BufferKind(b->kind()), b->bytes(), b->ordinal(), b->offset()};
      buffer.origin = textOf(b->origin());
      buffer.op = textOf(b->op());
      buffer.locations = elementsOf(b->locations());
      buffer.content = b->content();
      buffer.viewOf = b->view_of();
      if (buffer.kind == BufferKind::Constant) {
        LZ_ASSIGN_OR_RETURN(TensorType type, readType(b->constant_type()));
        if (!b->constant() || int64_t(b->constant()->size()) != type.numBytes())
          return damaged("the bytes of a constant do not fit its type");
        buffer.constant = Literal::copyOf(std::move(type), b->constant()->data());
      }
      spec_.buffers.push_back(std::move(buffer));
    }
    return okStatus();
  }

  Status linkObjects() {
    std::vector<MachineObject> objects;
    for (const fb::Object* object : elementsOf(file_.objects())) {
      if (!object->symbol() || !object->bytes())
        return damaged("machine code is missing");
      objects.push_back(
          {{object->symbol()->data(), object->symbol()->size()},
           {reinterpret_cast<const char*>(object->bytes()->data()), object->bytes()->size()}});
      spec_.codeBytes += int64_t(object->bytes()->size());
    }
    if (objects.empty())
      return file_.num_kernels() == 0 ? okStatus() : damaged("its kernels have no code");
    LZ_ASSIGN_OR_RETURN(CodeSource::Linked linked, source_.link(objects));
    functions_ = std::move(linked.functions);
    spec_.code = std::move(linked.code);
    return okStatus();
  }

  Status readSequences() {
    ThunkReader thunks({source_, hostCalls_, spec_.cpu, spec_.caches, std::move(functions_)});
    for (const fb::Sequence* table : elementsOf(file_.sequences()))
      LZ_RETURN_IF_ERROR(thunks.read(*table));
    LZ_ASSIGN_OR_RETURN(spec_.body, thunks.program());
    return okStatus();
  }

  void readRest() {
    spec_.name = textOf(file_.name());
    spec_.arenaBytes = file_.arena_bytes();
    for (uint8_t donated : elementsOf(file_.donated()))
      spec_.donated.push_back(donated != 0);
    spec_.aliasOf = elementsOf(file_.alias_of());
    spec_.numKernels = file_.num_kernels();
    spec_.tableBytes = file_.table_bytes();
    spec_.onProgramThread = file_.on_program_thread();
    spec_.flops = file_.flops();
    spec_.ns = file_.ns();
    spec_.fingerprint = textOf(file_.fingerprint());
    spec_.ends = readUses(file_.ends());
    spec_.runBytes = {file_.most_run_bytes(), file_.least_run_bytes()};
    spec_.smallestBudget = file_.smallest_budget();
    spec_.moves = textsOf(file_.moves());
    spec_.locations = textsOf(file_.locations());
    spec_.unsplit = textsOf(file_.unsplit());
    spec_.isLoaded = true;
  }

  const fb::Executable& file_;
  const CodeSource& source_;
  const HostCalls* hostCalls_;
  ExecutableSpec spec_;
  std::vector<KernelFn> functions_; // indexed by the number of the object
};

// Makes sure that the tables are aligned for 8-byte numbers, because numbers are read in place. If
// the given tables are not aligned, `view` refers to a copy of them.
struct AlignedTables {
  explicit AlignedTables(std::string_view tables) : view(tables) {
    if (uintptr_t(tables.data()) % alignof(std::max_align_t) == 0)
      return;
    copy.assign(tables.begin(), tables.end()); // operator new returns aligned memory
    view = {copy.data(), copy.size()};
  }
  std::vector<char> copy;
  std::string_view view;
};

} // namespace

StatusOr<ExecutableSpec> readExecutable(std::string_view bytes, const CodeSource& source,
                                        const HostCalls* hostCalls) {
  LZ_ASSIGN_OR_RETURN(std::string_view whole, tablesOf(bytes));
  const AlignedTables tables(whole);
  const auto* data = reinterpret_cast<const uint8_t*>(tables.view.data());
  constexpr size_t kMostDepth = 16, kMostTables = size_t(1) << 30;
  flatbuffers::Verifier verifier(data, tables.view.size(), kMostDepth, kMostTables);
  if (tables.view.size() >= FLATBUFFERS_MAX_BUFFER_SIZE || !fb::VerifyExecutableBuffer(verifier))
    return damaged("its tables are not valid");
  LZ_ASSIGN_OR_RETURN(ExecutableSpec spec,
                      Reader(*fb::GetExecutable(data), source, hostCalls).run());
  if (const Status status = verify(spec); !status.ok())
    return damaged(status.message());
  return spec;
}

} // namespace lz::exec
