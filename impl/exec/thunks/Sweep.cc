#include "exec/thunks/Sweep.h"

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"
#include "exec/thunks/products/ContractionTables.h"
#include "exec/thunks/products/VerifyContraction.h"
#include "sweep/run/RunSweep.h"

namespace lz::exec {
namespace {

using contraction::TiledContraction;

class SweepThunk final : public Thunk {
public:
  explicit SweepThunk(Sweep sweep) : s_(std::move(sweep)) {}

  void execute(Run& run) const override {
    run.written = s_.products.back().out;
    absl::InlinedVector<sweep::ProductArrays, 4> arrays;
    for (size_t p = 0; p < s_.products.size(); ++p)
      arrays.push_back({run.at(own(p)), run.at(shared(p)), run.at(s_.products[p].out)});
    auto make = [&](int64_t row, int64_t end, void* operand) {
      runRows(run, s_.products[0].prologue, row, end,
              {{own(0), operand, s_.plan.products[0].ownGap}});
    };
    auto finish = [&](size_t p, int64_t row, int64_t end, const sweep::ChunkArrays& chunk) {
      runRows(run, s_.products[p].epilogue, row, end, rowArrays(chunk));
    };
    runSweep(s_.plan, arrays, static_cast<std::byte*>(run.at(s_.scratch)), run.bytesOf(s_.scratch),
             run.pool, {make, finish, nsOfRow()});
  }

  Status verify(const BufferChecks& checks) const override {
    if (s_.products.empty() || s_.products.size() != s_.plan.products.size())
      return wrong(s_.name, " has ", s_.products.size(), " products, but its plan has ",
                   s_.plan.products.size());
    if (!checks.isScratch(s_.scratch, s_.plan.scratchBytesOf(1)))
      return wrong(s_.name, " has too little scratch: it needs ", s_.plan.scratchBytesOf(1),
                   " bytes");
    for (size_t p = 0; p < s_.products.size(); ++p)
      LZ_RETURN_IF_ERROR(verifyProduct(checks, p));
    return verifyKept(checks);
  }

  void print(Printer& printer) const override {
    printer.line(absl::StrCat("sweep ", s_.name, " scratch", printer.names({s_.scratch}),
                              s_.kept.empty() ? "" : " keeps", printer.names(s_.kept)));
    printer.below([&] {
      for (size_t p = 0; p < s_.products.size(); ++p) {
        const SweptProduct& product = s_.products[p];
        for (const RowKernel& row : product.prologue)
          printer.line(absl::StrCat("for its rows ", row.kernel.text(printer)));
        printer.line(absl::StrCat("product reads", printer.names({product.lhs, product.rhs}),
                                  " writes", printer.names({product.out})));
        for (const RowKernel& row : product.epilogue)
          printer.line(absl::StrCat("on its rows ", row.kernel.text(printer)));
      }
      for (absl::string_view text : planLines())
        printer.line(absl::StrCat("plan: ", text));
    });
  }

  void explain(Explanation& explanation) const override {
    const BufferSpec& scratch = explanation.buffer(s_.scratch);
    const std::string place = firstLocation(explanation.locations(), scratch.locations);
    explanation.text(absl::StrCat("sweep ", s_.name, ": ", scratch.op, place.empty() ? "" : " at ",
                                  place, "\n  threads: at most ", s_.plan.threads, "\n"));
    for (const std::string& line : planLines())
      explanation.text(absl::StrCat("  plan: ", line, "\n"));
    for (const SweptProduct& product : s_.products)
      for (const auto* kernels : {&product.prologue, &product.epilogue})
        for (const RowKernel& row : *kernels)
          explainRows(explanation, row, absl::StrCat("those of ", s_.name, ", on its rows"));
  }

  ThunkTable write(ThunkWriter& writer) const override {
    auto& builder = writer.builder();
    const auto name = writer.text(s_.name);
    std::vector<flatbuffers::Offset<fb::SweptProduct>> products;
    for (size_t p = 0; p < s_.products.size(); ++p) {
      const SweptProduct& product = s_.products[p];
      const auto tiled = writeTiled(builder, spec(p));
      const auto prologue = writeRows(writer, product.prologue),
                 epilogue = writeRows(writer, product.epilogue);
      products.push_back(fb::CreateSweptProduct(builder, tiled, product.lhs, product.rhs,
                                                product.out, prologue, epilogue));
    }
    std::vector<int64_t> keptRowBytes;
    for (const sweep::ScratchRows& rows : s_.plan.kept)
      keptRowBytes.push_back(rows.rowBytes);
    const auto list = builder.CreateVector(products);
    const auto kept = builder.CreateVector(s_.kept);
    const auto bytes = builder.CreateVector(keptRowBytes);
    return thunkTable(fb::CreateSweep(builder, name, s_.plan.threads, list, s_.scratch,
                                      s_.plan.scratchBytes(), kept, bytes));
  }

  // Visits each array of the products once, even if kernels also read or write the array. The
  // kernels find the rows of the array in a cache, so the accesses of kernels do not count.
  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    std::vector<BufferId> arrays = s_.kept;
    for (const SweptProduct& product : s_.products)
      arrays.insert(arrays.end(), {product.lhs, product.rhs, product.out});
    for (size_t p = 0; p < s_.products.size(); ++p) {
      const SweptProduct& product = s_.products[p];
      visit(product.lhs, BufferUse::Reads);
      visit(product.rhs, BufferUse::Reads);
      visit(product.out, BufferUse::Writes);
      for (const auto* kernels : {&product.prologue, &product.epilogue})
        exec::forEachBuffer(*kernels, arrays, visit);
    }
    visit(s_.scratch, BufferUse::Keeps);
  }

  LeastScratch leastScratch() const override { return {s_.scratch, s_.plan.scratchBytesOf(1)}; }
  bool hasKnownTime() const override { return true; }

private:
  const TiledContraction& spec(size_t p) const { return s_.plan.products[p].plan.spec; }
  // Returns the private operand of a product.
  BufferId own(size_t p) const {
    return spec(p).isSwapped ? s_.products[p].rhs : s_.products[p].lhs;
  }
  BufferId shared(size_t p) const {
    return spec(p).isSwapped ? s_.products[p].lhs : s_.products[p].rhs;
  }
  // Returns the array that the kernels of product `p` make for the next product. For the last
  // product, returns its output.
  BufferId made(size_t p) const {
    return p + 1 < s_.products.size() ? own(p + 1) : s_.products[p].out;
  }

  using RowArrays = absl::InlinedVector<RowArray, 16>;
  RowArrays rowArrays(const sweep::ChunkArrays& chunk) const {
    RowArrays arrays;
    auto add = [&](BufferId id, void* address, int64_t gap) {
      if (address)
        arrays.push_back({id, address, gap});
    };
    for (size_t p = 0; p < s_.products.size(); ++p) {
      add(own(p), chunk.own[p], s_.plan.products[p].ownGap);
      add(s_.products[p].out, chunk.out[p], s_.plan.products[p].outGap);
    }
    for (size_t i = 0; i < s_.kept.size(); ++i)
      add(s_.kept[i], chunk.kept[i], 0);
    return arrays;
  }

  double nsOfRow() const {
    double ns = nsPerRow(s_.products[0].prologue);
    for (const SweptProduct& product : s_.products)
      ns += nsPerRow(product.epilogue);
    return ns;
  }

  std::vector<std::string> planLines() const { return absl::StrSplit(sweep::print(s_.plan), '\n'); }

  Status verifyProduct(const BufferChecks& checks, size_t p) const {
    const SweptProduct& product = s_.products[p];
    const contraction::ContractionPlan& plan = s_.plan.products[p].plan;
    const TiledContraction& tiled = plan.spec;
    LZ_RETURN_IF_ERROR(verifyAxes(tiled));
    LZ_RETURN_IF_ERROR(checkPlan(plan));
    if (!plan.sweeps || !tiled.isInSweep)
      return wrong(s_.name, " has a product that cannot run in a sweep");
    for (BufferId id : {product.lhs, product.rhs, product.out})
      if (!checks.exists(id))
        return wrong(s_.name, " names a buffer that does not exist");
    auto holds = [&](BufferId id, CheckedInt bytes, bool byRows) {
      return byRows ? bytes && checks.at(id).kind == BufferKind::Rows : checks.holds(id, bytes);
    };
    if (!holds(own(p), bytesOf(tiled.lhs), tiled.ownByRows) ||
        !holds(shared(p), bytesOf(tiled.rhs), false) ||
        !holds(product.out, outBytesOf(tiled), tiled.outByRows) || !checks.isWritten(product.out))
      return wrong(s_.name, " reaches out of its operands or its result");
    const bool isFirst = p == 0, isLast = p + 1 == s_.products.size();
    if (tiled.ownByRows != (!isFirst || !product.prologue.empty()) ||
        (!isFirst && !product.prologue.empty()) || (!isLast && !tiled.outByRows) ||
        (tiled.outByRows && product.epilogue.empty()) ||
        (!isLast && !writes(product.epilogue, made(p))))
      return wrong(s_.name, " has rows that no kernel makes or reads");
    LZ_RETURN_IF_ERROR(verifyRows(checks, product.prologue, {own(p)}));
    return verifyRows(checks, product.epilogue, rowsAfter(p));
  }

  // Returns the arrays that have rows in scratch or in memory when product `p` is complete. They
  // include the private operand of the next product, because a kernel makes rows of it.
  std::vector<BufferId> rowsAfter(size_t p) const {
    std::vector<BufferId> rows = s_.kept;
    for (size_t q = 0; q <= p; ++q)
      rows.insert(rows.end(), {own(q), s_.products[q].out, made(q)});
    return rows;
  }

  // A kept array must have rows of its own. A kernel must write these rows before any kernel reads
  // them.
  Status verifyKept(const BufferChecks& checks) const {
    if (s_.kept.size() != s_.plan.kept.size())
      return wrong(s_.name, " keeps ", s_.kept.size(), " arrays, but its plan keeps ",
                   s_.plan.kept.size());
    for (BufferId id : s_.kept) {
      if (!checks.exists(id) || checks.at(id).kind != BufferKind::Rows ||
          absl::c_count(s_.kept, id) > 1 || isOfProduct(id))
        return wrong(s_.name, " keeps rows of an array that has other rows");
      if (!isWrittenFirst(id))
        return wrong(s_.name, " reads rows that no kernel has made");
    }
    return okStatus();
  }

  bool isOfProduct(BufferId id) const {
    return absl::c_any_of(s_.products, [&](const SweptProduct& product) {
      return product.lhs == id || product.rhs == id || product.out == id;
    });
  }

  bool isWrittenFirst(BufferId id) const {
    for (const SweptProduct& product : s_.products)
      for (const auto& [kernel, unitsPerRow] : product.epilogue)
        for (size_t i = 0; i < kernel.buffers.size(); ++i)
          if (kernel.buffers[i] == id)
            return kernel.useOf(i) == BufferUse::Writes;
    return false;
  }

  static bool writes(const std::vector<RowKernel>& kernels, BufferId id) {
    for (const auto& [kernel, unitsPerRow] : kernels)
      for (size_t i = 0; i < kernel.buffers.size(); ++i)
        if (kernel.buffers[i] == id && kernel.useOf(i) == BufferUse::Writes)
          return true;
    return false;
  }

  const Sweep s_;
};

} // namespace

ThunkRef makeSweep(Sweep sweep) {
  return std::make_shared<SweepThunk>(std::move(sweep));
}

StatusOr<ThunkRef> readSweep(const fb::Sweep& table, ThunkReader& reader) {
  constexpr int32_t kMostThreads = 1 << 16;
  const ThunkReader::Machine& machine = reader.machine();
  if (table.threads() < 1 || table.threads() > kMostThreads)
    return damaged("a sweep has no threads");
  Sweep s{textOf(table.name()), {}, {}, table.scratch()};
  std::vector<TiledContraction> tiled;
  for (const fb::SweptProduct* product : elementsOf(table.products())) {
    if (!product->tiled())
      return damaged("a product of a sweep is incomplete");
    LZ_ASSIGN_OR_RETURN(tiled.emplace_back(),
                        readTiled(*product->tiled(), machine.cpu, machine.source));
    SweptProduct& read = s.products.emplace_back(
        SweptProduct{product->lhs(), product->rhs(), product->out(), {}, {}});
    LZ_ASSIGN_OR_RETURN(read.prologue, readRows(product->prologue(), reader));
    LZ_ASSIGN_OR_RETURN(read.epilogue, readRows(product->epilogue(), reader));
  }
  if (tiled.empty())
    return damaged("a sweep has no products");
  std::optional<sweep::SweepPlan> plan =
      sweep::planSweep(tiled, elementsOf(table.kept_row_bytes()), table.threads(), machine.caches);
  if (!plan || plan->scratchBytes() != table.scratch_bytes())
    return failedPrecondition("[load] this library plans a sweep of ", s.name,
                              " of the executable differently from the library that saved it: "
                              "compile and save the program again");
  s.plan = std::move(*plan);
  s.kept = elementsOf(table.kept());
  return makeSweep(std::move(s));
}

} // namespace lz::exec
