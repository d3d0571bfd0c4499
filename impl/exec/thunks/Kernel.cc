// A thunk that runs a generated kernel. The threads of the pool divide its units.
#include "absl/strings/str_cat.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

namespace lz::exec {
namespace {

class KernelThunk final : public Thunk {
public:
  explicit KernelThunk(BoundKernel kernel) : kernel_(std::move(kernel)) {}

  void execute(Run& run) const override {
    if (!kernel_.buffers.empty())
      run.written = kernel_.buffers.back();
    run.bind(kernel_.buffers);
    run.pool.parallelFor(kernel_.gridSize, kernel_.nsPerUnit,
                         [&](int64_t lo, int64_t hi, int) { kernel_.fn(run.args, lo, hi); });
  }

  Status verify(const BufferChecks& checks) const override { return kernel_.verify(checks); }

  void print(Printer& printer) const override {
    printer.line(absl::StrCat("kernel ", kernel_.text(printer)));
  }

  void explain(Explanation& explanation) const override { explanation.kernel(kernel_.name, {}); }

  ThunkTable write(ThunkWriter& writer) const override {
    return thunkTable(writer.kernel(kernel_));
  }

  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    for (size_t i = 0; i < kernel_.buffers.size(); ++i)
      visit(kernel_.buffers[i], kernel_.useOf(i));
  }

  bool hasKnownTime() const override { return true; }
  const BoundKernel* kernel() const override { return &kernel_; }

private:
  const BoundKernel kernel_;
};

} // namespace

flatbuffers::Offset<fb::Kernel> ThunkWriter::kernel(const BoundKernel& k) {
  const auto name = text(k.name);
  const auto buffers = builder().CreateVector(k.buffers);
  return fb::CreateKernel(builder(), name, k.object, k.gridSize, k.nsPerUnit, buffers, k.numReads);
}

StatusOr<BoundKernel> ThunkReader::kernel(const fb::Kernel* table) const {
  if (!table || table->object() < 0 || size_t(table->object()) >= machine_.functions.size())
    return damaged("a kernel has no code");
  return BoundKernel{textOf(table->name()),
                     machine_.functions[size_t(table->object())],
                     table->grid_size(),
                     table->ns_per_unit(),
                     elementsOf(table->buffers()),
                     table->num_reads(),
                     table->object()};
}

ThunkRef makeKernel(BoundKernel kernel) {
  return std::make_shared<KernelThunk>(std::move(kernel));
}

StatusOr<ThunkRef> readKernel(const fb::Kernel& table, ThunkReader& reader) {
  LZ_ASSIGN_OR_RETURN(BoundKernel kernel, reader.kernel(&table));
  return makeKernel(std::move(kernel));
}

} // namespace lz::exec
