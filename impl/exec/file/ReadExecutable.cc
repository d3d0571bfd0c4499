#include "exec/file/ContractionTables.h"
#include "exec/file/FileHeader.h"
#include "exec/file/Tables.h"
#include "exec/verify/Verify.h"
#include "exec/verify/VerifyCall.h"

namespace lz::exec {

StatusOr<TensorType> readType(const fb::TensorType* table) {
  if (!table)
    return damaged("a type is missing");
  const auto dims = elementsOf(table->dims());
  TensorType type{DType(table->dtype()), Dims(dims.begin(), dims.end())};
  if (const Status status = checkType(type); !status.ok())
    return damaged(status.message());
  return type;
}

namespace {

class Reader {
public:
  Reader(const fb::Executable& file, const CodeSource& source, const HostCalls* hostCalls)
      : file_(file), source_(source), hostCalls_(hostCalls) {}

  StatusOr<ExecutableSpec> run() {
    LZ_RETURN_IF_ERROR(readTarget());
    LZ_RETURN_IF_ERROR(readTypes(file_.inputs(), spec_.inputs));
    LZ_RETURN_IF_ERROR(readTypes(file_.outputs(), spec_.outputs));
    LZ_RETURN_IF_ERROR(readBuffers());
    LZ_RETURN_IF_ERROR(linkObjects());
    LZ_RETURN_IF_ERROR(readSequences());
    readRest();
    return std::move(spec_);
  }

private:
  Status readTarget() {
    const std::string name = textOf(file_.cpu());
    StatusOr<CpuClass> cpu = parseCpuClass(name);
    if (!cpu.ok() || name != cpuClassName(*cpu) || !file_.caches()) // "host" is the loader's class
      return damaged("it names no CPU class");
    spec_.cpu = *cpu;
    spec_.features = textOf(file_.features());
    const fb::Caches caches = structOf(*file_.caches());
    spec_.caches = {caches.second(), caches.last(), caches.cores()};
    if (spec_.caches.second < 1 || spec_.caches.last < 1 || spec_.caches.cores < 1)
      return damaged("it is for a machine without caches");
    return source_.checkRuns(spec_.cpu, spec_.features);
  }

  template <typename List> static Status readTypes(const List* list, std::vector<TensorType>& to) {
    for (const fb::TensorType* table : elementsOf(list)) {
      LZ_ASSIGN_OR_RETURN(TensorType type, readType(table));
      to.push_back(std::move(type));
    }
    return okStatus();
  }

  Status readBuffers() {
    for (const fb::Buffer* b : elementsOf(file_.buffers())) {
      if (b->kind() > uint8_t(BufferKind::Rows))
        return damaged("a buffer is of no kind");
      BufferSpec buffer{BufferKind(b->kind()), b->bytes(), b->ordinal(), b->offset()};
      buffer.origin = textOf(b->origin());
      buffer.op = textOf(b->op());
      buffer.place = textOf(b->place());
      if (buffer.kind == BufferKind::Constant) {
        LZ_ASSIGN_OR_RETURN(TensorType type, readType(b->constant_type()));
        if (!b->constant() || int64_t(b->constant()->size()) != type.numBytes())
          return damaged("a constant has not the bytes of its type");
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
    // Each level takes stack from whoever goes through the steps.
    constexpr int kMostNesting = 1000;
    for (const fb::Sequence* table : elementsOf(file_.sequences())) {
      const auto kinds = elementsOf(table->thunks_type());
      const auto thunks = elementsOf(table->thunks());
      auto sequence = std::make_shared<Sequence>();
      nesting_ = 0;
      for (size_t i = 0; i < thunks.size(); ++i) {
        LZ_ASSIGN_OR_RETURN(Thunk thunk, readThunk(kinds[i], thunks[i]));
        sequence->thunks.push_back(std::move(thunk));
      }
      if (nesting_ > kMostNesting)
        return damaged("its steps nest deeper than ", kMostNesting);
      sequences_.push_back({std::move(sequence), nesting_});
    }
    if (sequences_.empty())
      return damaged("it has no program");
    spec_.body = std::move(*sequences_.back().steps);
    return okStatus();
  }

  StatusOr<Thunk> readThunk(fb::Thunk kind, const void* table) {
    switch (kind) {
    case fb::Thunk::Kernel:
      return read(*static_cast<const fb::Kernel*>(table));
    case fb::Thunk::Copy:
      return read(*static_cast<const fb::Copy*>(table));
    case fb::Thunk::Contraction:
      return read(*static_cast<const fb::Contraction*>(table));
    case fb::Thunk::Call:
      return read(*static_cast<const fb::Call*>(table));
    case fb::Thunk::While:
      return read(*static_cast<const fb::While*>(table));
    case fb::Thunk::Conditional:
      return read(*static_cast<const fb::Conditional*>(table));
    case fb::Thunk::NONE:
      break;
    }
    return damaged("a step is of no kind");
  }

  // A sequence belongs to one step: few that were shared could be steps without end.
  StatusOr<std::shared_ptr<const Sequence>> sequence(int32_t index) {
    if (index < 0 || size_t(index) >= sequences_.size() || !sequences_[size_t(index)].steps)
      return damaged("a step names a sequence that is not before it, or that another step has");
    Nested& nested = sequences_[size_t(index)];
    nesting_ = std::max(nesting_, nested.nesting + 1);
    return std::move(nested.steps);
  }

  StatusOr<KernelThunk> readKernel(const fb::Kernel* k) const {
    if (!k || k->object() < 0 || size_t(k->object()) >= functions_.size())
      return damaged("a kernel has no code");
    return KernelThunk{textOf(k->name()), functions_[size_t(k->object())], k->grid_size(),
                       k->ns_per_unit(),  elementsOf(k->buffers()),        k->num_reads(),
                       k->object()};
  }
  StatusOr<Thunk> read(const fb::Kernel& k) const { return readKernel(&k); }

  StatusOr<Thunk> read(const fb::Copy& c) const { return CopyThunk{c.source(), c.target()}; }

  template <typename List> Status readRows(const List* list, std::vector<RowKernel>& rows) const {
    for (const fb::RowKernel* row : elementsOf(list)) {
      LZ_ASSIGN_OR_RETURN(KernelThunk kernel, readKernel(row->kernel()));
      rows.push_back({std::move(kernel), row->units_per_row()});
    }
    return okStatus();
  }

  StatusOr<Thunk> read(const fb::Contraction& c) const {
    constexpr int32_t kMostThreads = 1 << 16;
    if (!c.tiled() || c.threads() < 1 || c.threads() > kMostThreads)
      return damaged("a contraction is incomplete");
    LZ_ASSIGN_OR_RETURN(contraction::TiledContraction tiled,
                        readTiled(*c.tiled(), spec_.cpu, source_));
    ContractionThunk thunk{textOf(c.name()), planContraction(tiled, c.threads(), spec_.caches),
                           c.lhs(),          c.rhs(),
                           c.out(),          c.scratch()};
    if (c.slices()) {
      LZ_ASSIGN_OR_RETURN(contraction::Slices slices, readSlices(*c.slices(), spec_.cpu, source_));
      thunk.slices = planSlices(slices, c.threads(), spec_.caches);
    }
    if (thunk.scratchBytes() != c.scratch_bytes())
      return failedPrecondition("[load] this library plans a ", thunk.name,
                                " of the executable in another way than the one that saved it: "
                                "compile and save the program again");
    LZ_RETURN_IF_ERROR(readRows(c.prologue(), thunk.prologue));
    LZ_RETURN_IF_ERROR(readRows(c.epilogue(), thunk.epilogue));
    return thunk;
  }

  static StatusOr<CallAttr> readAttr(const fb::Attr& attr) {
    switch (attr.kind()) {
    case 0:
      return CallAttr(attr.number());
    case 1:
      return CallAttr(attr.real());
    case 2:
      return CallAttr(textOf(attr.text()));
    case 3:
      return CallAttr(elementsOf(attr.numbers()));
    case 4: {
      std::vector<std::string> texts;
      for (const flatbuffers::String* text : elementsOf(attr.texts()))
        texts.push_back(textOf(text));
      return CallAttr(std::move(texts));
    }
    default:
      return damaged("an attribute of a call is of no kind");
    }
  }

  StatusOr<CallSignature> readSignature(const fb::Call& c) const {
    CallSignature signature;
    LZ_RETURN_IF_ERROR(readTypes(c.operands(), signature.operands));
    LZ_RETURN_IF_ERROR(readTypes(c.results(), signature.results));
    for (const fb::Attr* attr : elementsOf(c.attrs())) {
      LZ_ASSIGN_OR_RETURN(CallAttr value, readAttr(*attr));
      signature.attrs.emplace_back(textOf(attr->name()), std::move(value));
    }
    signature.threads = c.threads();
    signature.cpu = spec_.cpu;
    const bool isWide = partType(signature.operandType()) == DType::F64;
    signature.kernels = &source_.microKernels(isWide ? DType::F64 : DType::F32, spec_.cpu);
    return signature;
  }

  // What the call runs: a function of the context or of the library.
  Status findFunction(const fb::Call& c, CallThunk& thunk) const {
    const std::string name = textOf(c.function());
    if (c.is_host()) {
      thunk.host = hostCalls_ ? hostCalls_->find(name) : nullptr;
      if (!thunk.host)
        return failedPrecondition("[load] the executable calls \"", name,
                                  "\", which the context does not know: register it with "
                                  "lz_context_register_host_call first");
      return okStatus();
    }
    thunk.function = findCall(name);
    if (!thunk.function)
      return damaged("it calls \"", name, "\", which the library has not");
    if (Status status = verifySignature(name, thunk.signature); !status.ok())
      return damaged(status.message());
    if (thunk.function->plan) {
      LZ_ASSIGN_OR_RETURN(thunk.signature.plan, thunk.function->plan(thunk.signature));
    }
    return okStatus();
  }

  StatusOr<Thunk> read(const fb::Call& c) {
    LZ_ASSIGN_OR_RETURN(CallSignature signature, readSignature(c));
    CallThunk thunk{nullptr, std::move(signature), elementsOf(c.buffers()), c.scratch()};
    thunk.place = textOf(c.place());
    LZ_RETURN_IF_ERROR(findFunction(c, thunk));
    if (c.body() >= 0) {
      LZ_ASSIGN_OR_RETURN(thunk.body.steps, sequence(c.body()));
    }
    thunk.body.params = elementsOf(c.body_params());
    thunk.body.results = elementsOf(c.body_results());
    return thunk;
  }

  StatusOr<Thunk> read(const fb::While& w) {
    WhileThunk thunk{textOf(w.name()), nullptr, nullptr, w.predicate()};
    LZ_ASSIGN_OR_RETURN(thunk.condition, sequence(w.condition()));
    LZ_ASSIGN_OR_RETURN(thunk.body, sequence(w.body()));
    return thunk;
  }

  StatusOr<Thunk> read(const fb::Conditional& c) {
    ConditionalThunk thunk{textOf(c.name()), c.selector(), c.selector_is_pred(), {}};
    for (int32_t index : elementsOf(c.branches())) {
      LZ_ASSIGN_OR_RETURN(std::shared_ptr<const Sequence> branch, sequence(index));
      thunk.branches.push_back(std::move(branch));
    }
    return thunk;
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
    spec_.isLoaded = true;
  }

  const fb::Executable& file_;
  const CodeSource& source_;
  const HostCalls* hostCalls_;
  ExecutableSpec spec_;
  std::vector<KernelFn> functions_; // by object

  struct Nested {
    std::shared_ptr<Sequence> steps; // nullptr: a step has it
    int nesting;                     // levels of sequences below it
  };
  std::vector<Nested> sequences_;
  int nesting_ = 0; // of the sequence that is read
};

// Tables are read where they lie, so numbers of 8 bytes must lie at multiples of 8.
struct AlignedTables {
  explicit AlignedTables(std::string_view tables) : view(tables) {
    if (uintptr_t(tables.data()) % alignof(std::max_align_t) == 0)
      return;
    copy.assign(tables.begin(), tables.end()); // as operator new aligns
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
    return damaged("its tables are not those of an executable");
  LZ_ASSIGN_OR_RETURN(ExecutableSpec spec,
                      Reader(*fb::GetExecutable(data), source, hostCalls).run());
  if (const Status status = verify(spec); !status.ok())
    return damaged(status.message());
  return spec;
}

} // namespace lz::exec
