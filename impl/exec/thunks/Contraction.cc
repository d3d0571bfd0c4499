#include "exec/thunks/Contraction.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "contraction/run/RunContraction.h"
#include "contraction/run/RunSlices.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"
#include "exec/thunks/products/ContractionTables.h"
#include "exec/thunks/products/VerifyContraction.h"

#include <array>

namespace lz::exec {
namespace {

using contraction::RowFn;
using contraction::RowWork;
using contraction::Slices;

// Checks an operand or a result of a contraction. If `byRows`, only some rows or slices of the
// buffer need to exist at a time.
bool holds(const BufferChecks& checks, BufferId id, CheckedInt bytes, bool byRows) {
  return (byRows && bytes && checks.at(id).kind == BufferKind::Rows) || checks.holds(id, bytes);
}

// Returns a text that says along which dimension the lanes of the contraction run. This dimension
// depends on the kind of the plan.
std::string lanesOf(const contraction::ContractionPlan& plan) {
  if (plan.is<contraction::EmptyPlan>())
    return "none, since there is nothing to sum";
  if (plan.is<contraction::DotsPlan>())
    return "along k, since the rows are few and long";
  return "over the columns of a tile";
}

class ContractionThunk final : public Thunk {
public:
  explicit ContractionThunk(Contraction contraction) : c_(std::move(contraction)) {}

  void execute(Run& run) const override {
    run.written = c_.out;
    if (c_.slices)
      return executeSlices(run);
    auto finish = [&](int64_t row, int64_t end, void* out) {
      runRows(run, c_.epilogue, row, end, {{c_.out, out}});
    };
    auto make = [&](int64_t row, int64_t end, void* operand) {
      runRows(run, c_.prologue, row, end, {{own(), operand}});
    };
    RowWork rows{finish, nsPerRow(c_.epilogue), RowFn(make)};
    const bool isPlain = c_.epilogue.empty() && c_.prologue.empty();
    runContraction(c_.plan, run.at(c_.lhs), run.at(c_.rhs), run.at(c_.out), run.at(c_.scratch),
                   run.bytesOf(c_.scratch), run.pool, isPlain ? nullptr : &rows);
  }

  Status verify(const BufferChecks& checks) const override {
    const contraction::TiledContraction& tiled = c_.plan.spec;
    LZ_RETURN_IF_ERROR(verifyAxes(tiled));
    LZ_RETURN_IF_ERROR(checkPlan(c_.plan));
    if (!checks.exists(c_.lhs) || !checks.exists(c_.rhs) || !checks.exists(c_.out) ||
        !checks.exists(c_.scratch))
      return wrong(c_.name, " names a buffer that does not exist");
    const BufferId lhs = tiled.isSwapped ? c_.rhs : c_.lhs, rhs = tiled.isSwapped ? c_.lhs : c_.rhs;
    const bool isSliced = c_.slices.has_value();
    if (!holds(checks, lhs, bytesOf(tiled.lhs), isSliced || (tiled.ownByRows && lhs == own())) ||
        !holds(checks, rhs, bytesOf(tiled.rhs), isSliced || (tiled.ownByRows && rhs == own())) ||
        !holds(checks, c_.out, outBytesOf(tiled), isSliced || tiled.outByRows) ||
        !checks.isWritten(c_.out))
      return wrong(c_.name, " reaches out of its operands or its result");
    if (!checks.isScratch(c_.scratch, c_.leastScratchBytes()))
      return wrong(c_.name, " needs ", c_.leastScratchBytes(), " bytes of scratch and has ",
                   checks.at(c_.scratch).bytes);
    if (!isSliced &&
        ((tiled.ownByRows && c_.prologue.empty()) || (tiled.outByRows && c_.epilogue.empty())))
      return wrong(c_.name, " has rows that no kernel makes or reads");
    if (isSliced)
      LZ_RETURN_IF_ERROR(verifySlices(checks));
    LZ_RETURN_IF_ERROR(verifyRows(checks, c_.prologue, {c_.lhs, c_.rhs}));
    return verifyRows(checks, c_.epilogue, {c_.out});
  }

  void print(Printer& printer) const override {
    const contraction::TiledContraction& t = c_.plan.spec;
    printer.line(absl::StrCat("contraction ", c_.name, " ", t.batch, "x[", t.m, ",", t.k, "]x[",
                              t.k, ",", t.n, "] in ", contraction::elementName(t), " reads",
                              printer.names({c_.lhs, c_.rhs}), " writes", printer.names({c_.out}),
                              " scratch", printer.names({c_.scratch}),
                              c_.slices ? absl::StrCat(" in ", c_.slices->count, " slices") : ""));
    printer.below([&] {
      for (const RowKernel& row : c_.prologue)
        printer.line(absl::StrCat("for its rows ", row.kernel.text(printer)));
      for (const RowKernel& row : c_.epilogue)
        printer.line(absl::StrCat("on its rows ", row.kernel.text(printer)));
      for (absl::string_view text : planLines())
        printer.line(absl::StrCat("plan: ", text));
    });
  }

  void explain(Explanation& explanation) const override {
    for (const RowKernel& row : c_.prologue)
      explainRows(explanation, row,
                  absl::StrCat("those of ", c_.name, ", which reads what they make"));
    // Takes the op and the location from the scratch buffer. If only some rows of an output exist
    // at a time, the output has neither an op nor a location.
    const BufferSpec& scratch = explanation.buffer(c_.scratch);
    const std::string place = firstLocation(explanation.locations(), scratch.locations);
    explanation.text(absl::StrCat("contraction ", c_.name, ": ", scratch.op,
                                  place.empty() ? "" : " at ", place, "\n  threads: at most ",
                                  c_.plan.threads, "\n  lanes: ", lanesOf(c_.plan), "\n"));
    for (const std::string& line : planLines())
      explanation.text(absl::StrCat("  plan: ", line, "\n"));
    for (const RowKernel& row : c_.epilogue)
      explainRows(explanation, row,
                  absl::StrCat("those of ", c_.name, ", on the rows that they complete"));
  }

  ThunkTable write(ThunkWriter& writer) const override {
    auto& builder = writer.builder();
    const auto name = writer.text(c_.name);
    const auto tiled = writeTiled(builder, c_.plan.spec);
    flatbuffers::Offset<fb::Slices> slices;
    if (c_.slices)
      slices = writeSlices(builder, contraction::slicesOf(*c_.slices));
    const auto prologue = writeRows(writer, c_.prologue), epilogue = writeRows(writer, c_.epilogue);
    return thunkTable(fb::CreateContraction(builder, name, tiled, c_.plan.threads, slices, c_.lhs,
                                            c_.rhs, c_.out, c_.scratch, c_.scratchBytes(), prologue,
                                            epilogue));
  }

  // Visits each array of the contraction once, even if kernels also read or write the array. The
  // kernels find the rows of the array in a cache, so the accesses of kernels do not count.
  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    visit(c_.lhs, BufferUse::Reads);
    visit(c_.rhs, BufferUse::Reads);
    visit(c_.out, BufferUse::Writes);
    visit(c_.scratch, BufferUse::Keeps);
    for (const auto* kernels : {&c_.prologue, &c_.epilogue})
      exec::forEachBuffer(*kernels, {c_.lhs, c_.rhs, c_.out}, visit);
  }

  LeastScratch leastScratch() const override { return {c_.scratch, c_.leastScratchBytes()}; }
  bool hasKnownTime() const override { return true; }

private:
  BufferId own() const { return c_.plan.privateOperand == 1 ? c_.rhs : c_.lhs; }

  std::vector<std::string> planLines() const {
    return absl::StrSplit(c_.slices ? contraction::print(*c_.slices) : contraction::print(c_.plan),
                          '\n');
  }

  void executeSlices(Run& run) const {
    std::array<BufferId, 3> arrays = {c_.lhs, c_.rhs, c_.out};
    auto work = [&](size_t array, int64_t row, int64_t end, void* address) {
      if (array == Slices::Out)
        return runRows(run, c_.epilogue, row, end, {{c_.out, address}});
      for (const RowKernel& maker : c_.prologue)
        if (maker.kernel.buffers.back() == arrays[array])
          runRows(run, {&maker, 1}, row, end, {{arrays[array], address}});
    };
    const double makeNs = nsPerRow(c_.prologue);
    runSlices(*c_.slices, {run.at(c_.lhs), run.at(c_.rhs), run.at(c_.out)},
              static_cast<std::byte*>(run.at(c_.scratch)), run.bytesOf(c_.scratch), run.pool,
              {work, {makeNs, makeNs, nsPerRow(c_.epilogue)}});
  }

  Status verifySlices(const BufferChecks& checks) const {
    const contraction::SlicePlan& plan = *c_.slices;
    const contraction::TiledContraction& last = plan.addUp ? plan.last.spec : plan.each.spec;
    const CheckedInt bytes[3] = {bytesOf(last.isSwapped ? last.rhs : last.lhs),
                                 bytesOf(last.isSwapped ? last.lhs : last.rhs), outBytesOf(last)};
    const BufferId buffers[3] = {c_.lhs, c_.rhs, c_.out};
    for (size_t i : {Slices::Lhs, Slices::Rhs, Slices::Out}) {
      const contraction::SlicedArray& array = plan.arrays[i];
      const CheckedInt end = checkedAdd(checkedMultiply(plan.count - 1, array.bytes), bytes[i]);
      if (plan.count < 1 || array.bytes < 0 || array.rows < 0 || array.allRows < 0 ||
          (!array.inScratch && !checks.holds(buffers[i], end)))
        return wrong(c_.name, " has slices outside of its arrays");
    }
    return okStatus();
  }

  const Contraction c_;
};

} // namespace

ThunkRef makeContraction(Contraction contraction) {
  return std::make_shared<ContractionThunk>(std::move(contraction));
}

StatusOr<ThunkRef> readContraction(const fb::Contraction& table, ThunkReader& reader) {
  constexpr int32_t kMostThreads = 1 << 16;
  const ThunkReader::Machine& machine = reader.machine();
  if (!table.tiled() || table.threads() < 1 || table.threads() > kMostThreads)
    return damaged("a contraction is incomplete");
  LZ_ASSIGN_OR_RETURN(contraction::TiledContraction tiled,
                      readTiled(*table.tiled(), machine.cpu, machine.source));
  Contraction c{textOf(table.name()), planContraction(tiled, table.threads(), machine.caches),
                table.lhs(),          table.rhs(),
                table.out(),          table.scratch()};
  if (table.slices()) {
    LZ_ASSIGN_OR_RETURN(Slices slices, readSlices(*table.slices(), machine.cpu, machine.source));
    c.slices = planSlices(slices, table.threads(), machine.caches);
  }
  if (c.scratchBytes() != table.scratch_bytes())
    return failedPrecondition("[load] this library plans a ", c.name,
                              " of the executable differently from the library that saved it: "
                              "compile and save the program again");
  LZ_ASSIGN_OR_RETURN(c.prologue, readRows(table.prologue(), reader));
  LZ_ASSIGN_OR_RETURN(c.epilogue, readRows(table.epilogue(), reader));
  return makeContraction(std::move(c));
}

} // namespace lz::exec
