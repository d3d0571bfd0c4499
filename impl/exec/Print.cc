// Executable::print: text for people who ask why a run is slow.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/text/NumberText.h"
#include "exec/BufferNames.h"

#include <string>

namespace lz::exec {

std::string bytesStr(int64_t bytes) {
  if (bytes < 1024)
    return absl::StrCat(bytes, " B");
  const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit < 3; ++unit)
    value /= 1024;
  return absl::StrCat(generalText(value, 4), " ", units[unit]);
}

std::string bufferName(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  return nameOf(buffer.kind, buffer.ordinal, id);
}

namespace {

std::string describe(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  std::string text = bufferName(spec, id);
  if (buffer.kind == BufferKind::Rows)
    return text + ": in scratch, row by row";
  if (buffer.kind == BufferKind::Input)
    absl::StrAppend(&text, ": ", spec.inputs[size_t(buffer.ordinal)].str());
  else if (buffer.kind == BufferKind::Output)
    absl::StrAppend(&text, ": ", spec.outputs[size_t(buffer.ordinal)].str());
  else if (buffer.kind == BufferKind::Constant)
    absl::StrAppend(&text, ": ", buffer.constant.type().str());
  absl::StrAppend(&text, " (", bytesStr(buffer.bytes));
  if (buffer.kind == BufferKind::Temp)
    absl::StrAppend(&text, " at ", buffer.offset);
  if (buffer.kind == BufferKind::Output && spec.aliasOf[size_t(buffer.ordinal)] >= 0)
    absl::StrAppend(&text, ", may take over in", spec.aliasOf[size_t(buffer.ordinal)]);
  return text + ")";
}

struct Printer {
  const ExecutableSpec& spec;
  std::string text;

  void line(int depth, const std::string& content) {
    absl::StrAppend(&text, std::string(size_t(depth) * 2, ' '), content, "\n");
  }
  std::string names(absl::Span<const BufferId> ids) {
    std::string list;
    for (BufferId id : ids)
      absl::StrAppend(&list, " ", bufferName(spec, id));
    return list;
  }

  void print(const Sequence& sequence, int depth) {
    for (const Thunk& thunk : sequence.thunks)
      std::visit([&](const auto& t) { print(t, depth); }, thunk);
  }
  void print(const KernelThunk& t, int depth) { line(depth, absl::StrCat("kernel ", textOf(t))); }
  std::string textOf(const KernelThunk& t) {
    absl::Span<const BufferId> all = t.buffers;
    size_t reads = size_t(t.numReads);
    return absl::StrCat(t.name, " grid ", t.gridSize, " x ", generalText(t.nsPerUnit, 3), " ns",
                        " reads", names(all.subspan(0, reads)), " writes",
                        names(all.subspan(reads)));
  }
  void print(const CopyThunk& t, int depth) {
    line(depth, absl::StrCat("copy reads", names({t.source}), " writes", names({t.target})));
  }
  void print(const ContractionThunk& t, int depth) {
    const contraction::TiledContraction& c = t.plan.spec;
    line(depth,
         absl::StrCat("contraction ", t.name, " ", c.batch, "x[", c.m, ",", c.k, "]x[", c.k, ",",
                      c.n, "] in ", contraction::elementName(c), " reads", names({t.lhs, t.rhs}),
                      " writes", names({t.out}), " scratch", names({t.scratch}),
                      t.slices ? absl::StrCat(" in ", t.slices->count, " slices") : ""));
    for (const RowKernel& row : t.prologue)
      line(depth + 1, absl::StrCat("for its rows ", textOf(row.kernel)));
    for (const RowKernel& row : t.epilogue)
      line(depth + 1, absl::StrCat("on its rows ", textOf(row.kernel)));
    std::string plan = t.slices ? contraction::print(*t.slices) : contraction::print(t.plan);
    for (absl::string_view text : absl::StrSplit(plan, '\n'))
      line(depth + 1, absl::StrCat("plan: ", text));
  }
  void print(const CallThunk& t, int depth) {
    absl::Span<const BufferId> all = t.buffers;
    size_t reads = t.signature.operands.size();
    line(depth, absl::StrCat("call ", t.name(), " reads", names(all.subspan(0, reads)), " writes",
                             names(all.subspan(reads)),
                             t.scratch < 0 ? "" : absl::StrCat(" scratch", names({t.scratch})), " ",
                             exec::print(t.signature.attrs)));
    if (!t.body.steps)
      return;
    line(depth + 1, absl::StrCat("body of", names(t.body.params), " gives", names(t.body.results)));
    print(*t.body.steps, depth + 2);
  }
  void print(const WhileThunk& t, int depth) {
    line(depth, absl::StrCat("while ", t.name, " predicate", names({t.predicate})));
    line(depth + 1, "condition");
    print(*t.condition, depth + 2);
    line(depth + 1, "body");
    print(*t.body, depth + 2);
  }
  void print(const ConditionalThunk& t, int depth) {
    line(depth, absl::StrCat(t.selectorIsPred ? "if " : "case ", t.name, " selector",
                             names({t.selector})));
    for (size_t i = 0; i < t.branches.size(); ++i) {
      line(depth + 1, absl::StrCat("branch ", i));
      print(*t.branches[i], depth + 2);
    }
  }
};

} // namespace

std::string Executable::print() const {
  Printer printer{spec_, {}};
  printer.line(0, absl::StrCat("executable ", spec_.name, ": ", spec_.inputs.size(), " inputs, ",
                               spec_.outputs.size(), " outputs, ", spec_.numKernels,
                               " kernels, arena ", bytesStr(spec_.arenaBytes)));
  for (size_t id = 0; id < spec_.buffers.size(); ++id)
    printer.line(1, describe(spec_, BufferId(id)));
  printer.print(spec_.body, 1);
  return printer.text;
}

} // namespace lz::exec
