// Executable::print and memoryReport: text for people who ask why a run is slow or large.
#include "absl/strings/str_format.h"
#include "exec/Executable.h"

#include <algorithm>
#include <string>

namespace lz::exec {
namespace {

// "1.5 MiB"
std::string bytesStr(int64_t bytes) {
  if (bytes < 1024)
    return absl::StrCat(bytes, " B");
  const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit < 3; ++unit)
    value /= 1024;
  return absl::StrFormat("%.4g %s", value, units[unit]);
}

// "in0", "out1", "const4", "tmp7": inputs and outputs by ordinal, the rest by number.
std::string bufferName(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  switch (buffer.kind) {
  case BufferKind::Input:
    return absl::StrCat("in", buffer.ordinal);
  case BufferKind::Output:
    return absl::StrCat("out", buffer.ordinal);
  case BufferKind::Temp:
    return absl::StrCat("tmp", id);
  case BufferKind::Constant:
    return absl::StrCat("const", id);
  }
  return "?";
}

std::string describe(const ExecutableSpec& spec, BufferId id) {
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  std::string text = bufferName(spec, id);
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
  void print(const KernelThunk& t, int depth) {
    absl::Span<const BufferId> all = t.buffers;
    size_t reads = size_t(t.numReads);
    line(depth, absl::StrCat(
                    "kernel ", t.name, " grid ", t.gridSize,
                    t.sequential ? " sequential" : absl::StrFormat(" x %.3g ns", t.nsPerUnit),
                    " reads", names(all.subspan(0, reads)), " writes", names(all.subspan(reads))));
  }
  void print(const CopyThunk& t, int depth) {
    line(depth, absl::StrCat("copy reads", names({t.source}), " writes", names({t.target})));
  }
  void print(const ContractionThunk& t, int depth) {
    const ContractionSpec& c = t.spec;
    line(depth, absl::StrCat("contraction ", t.name, " ", c.batch, "x[", c.m, ",", c.k, "]x[", c.k,
                             ",", c.n, "] in ", std::string(dtypeName(c.compute)), " reads",
                             names({t.lhs, t.rhs}), " writes", names({t.out}), " scratch",
                             names({t.scratch})));
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

int64_t sumBytes(const ExecutableSpec& spec, BufferKind kind) {
  int64_t sum = 0;
  for (const BufferSpec& buffer : spec.buffers)
    sum += buffer.kind == kind ? buffer.bytes : 0;
  return sum;
}

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

std::string Executable::memoryReport() const {
  constexpr size_t kLargest = 10;
  std::vector<BufferId> order(spec_.buffers.size());
  for (size_t id = 0; id < order.size(); ++id)
    order[id] = BufferId(id);
  auto largerFirst = [&](BufferId a, BufferId b) {
    return std::pair(-spec_.buffers[size_t(a)].bytes, a) <
           std::pair(-spec_.buffers[size_t(b)].bytes, b);
  };
  std::sort(order.begin(), order.end(), largerFirst);
  Printer printer{spec_, {}};
  printer.line(0,
               absl::StrCat("inputs ", sumBytes(spec_, BufferKind::Input), " bytes, outputs ",
                            sumBytes(spec_, BufferKind::Output), ", constants ",
                            sumBytes(spec_, BufferKind::Constant), ", arena ", spec_.arenaBytes,
                            " (temporaries one by one ", sumBytes(spec_, BufferKind::Temp), ")"));
  for (size_t i = 0; i < std::min(kLargest, order.size()); ++i)
    printer.line(1, describe(spec_, order[i]));
  return printer.text;
}

} // namespace lz::exec
