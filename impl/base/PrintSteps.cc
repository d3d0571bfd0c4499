// Prints steps, to show which steps a program has become, and which values may overwrite other
// values.
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/Steps.h"
#include "base/text/NumberText.h"

namespace lz {
namespace {

// Returns the title of list number `list` of a step.
std::string titleOf(const Step& step, size_t list) {
  switch (step.kind) {
  case StepKind::Contraction:
    return list == 0 ? "for its rows" : "on its rows";
  case StepKind::Sweep:
    return absl::StrCat(list % 2 == 0 ? "for" : "on", " the rows of product ", list / 2);
  case StepKind::Loop:
    return list == 0 ? "condition" : "body";
  case StepKind::Call:
    return "body";
  default:
    return absl::StrCat("branch ", list);
  }
}

const char* wordOf(StepKind kind) {
  switch (kind) {
  case StepKind::Kernel:
    return "kernel ";
  case StepKind::Contraction:
    return "contraction ";
  case StepKind::Sweep:
    return "sweep ";
  case StepKind::Call:
    return "call ";
  case StepKind::Copy:
    return "";
  case StepKind::Loop:
    return "loop ";
  case StepKind::Branch:
    return "branch ";
  case StepKind::View:
    return "";
  }
  return "?";
}

class Printer {
public:
  explicit Printer(const Steps& steps) : steps_(steps) {}

  std::string print() {
    absl::StrAppend(&text_, "values\n");
    for (size_t v = 0; v < steps_.values.size(); ++v)
      printValue(ValueId(v));
    absl::StrAppend(&text_, "steps\n");
    print(steps_.body, 1);
    return std::move(text_);
  }

private:
  void line(size_t depth, const std::string& content) {
    absl::StrAppend(&text_, std::string(2 * depth, ' '), content, "\n");
  }

  // Prints a line such as "tmp7 4096 B: dot_general at net.c:12".
  void printValue(ValueId id) {
    const StepValue& value = steps_.values[size_t(id)];
    const std::string origin = originText(value.origin, value.locations, steps_.locations);
    line(1, absl::StrCat(nameOf(steps_, id),
                         value.kind == ValueKind::Rows ? "" : absl::StrCat(" ", value.bytes, " B"),
                         value.donated ? ", donated" : "", origin.empty() ? "" : ": ", origin));
  }

  std::string names(const char* before, absl::Span<const ValueId> ids) const {
    std::string text = ids.empty() ? "" : before;
    for (ValueId id : ids)
      absl::StrAppend(&text, " ", nameOf(steps_, id));
    return text;
  }

  void print(const std::vector<Step>& list, size_t depth) {
    for (const Step& step : list)
      print(step, depth);
  }

  void print(const Step& step, size_t depth) {
    std::string text = absl::StrCat(wordOf(step.kind), step.name, names(" reads", step.operands),
                                    names(" writes", step.results));
    if (step.scratch >= 0)
      absl::StrAppend(&text, " scratch ", nameOf(steps_, step.scratch));
    text += names(" keeps", step.kept);
    if (!step.attrs.empty())
      absl::StrAppend(&text, " ", step.attrs);
    if (step.rows > 0)
      absl::StrAppend(&text, " in ", step.rows, " rows");
    if (step.ns > 0)
      absl::StrAppend(&text, ", ", generalText(step.ns, 3), " ns");
    line(depth, text);
    printAliases(step, depth + 2);
    for (size_t i = 0; i < step.lists.size(); ++i) {
      if (step.lists[i].empty() &&
          (step.kind == StepKind::Contraction || step.kind == StepKind::Sweep))
        continue;
      line(depth + 1, absl::StrCat(titleOf(step, i), names(" of", step.bodyParams),
                                   names(" gives", step.bodyResults)));
      print(step.lists[i], depth + 2);
    }
  }

  // Prints lines such as "out0 may lie where in1 in2 lay: each element is read before it is
  // written". Successive aliases of one result with the same reason are printed in one line.
  void printAliases(const Step& step, size_t depth) {
    absl::Span<const Alias> left = step.aliases;
    while (!left.empty()) {
      const Alias& first = left.front();
      size_t count = 1;
      while (count < left.size() && left[count].result == first.result &&
             left[count].kind == first.kind && left[count].because == first.because)
        ++count;
      std::string operands;
      for (const Alias& alias : left.first(count))
        absl::StrAppend(&operands, " ", nameOf(steps_, alias.operand));
      bool updates = first.kind == Alias::Kind::Must;
      line(depth,
           absl::StrCat(nameOf(steps_, first.result),
                        updates ? " is updated" : absl::StrCat(" may lie where", operands, " lay"),
                        ": ", first.because));
      left.remove_prefix(count);
    }
  }

  const Steps& steps_;
  std::string text_;
};

} // namespace

std::string print(const ViewPlace& place, const std::vector<std::string>& starts) {
  std::string text = absl::StrCat("at ", place.offset);
  for (size_t i = 0; i < starts.size(); ++i)
    absl::StrAppend(&text, " + ", place.starts[i].stride, " * ", starts[i]);
  return text;
}

std::string print(const Steps& steps) {
  return Printer(steps).print();
}

} // namespace lz
