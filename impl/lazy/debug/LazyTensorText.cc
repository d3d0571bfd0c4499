#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "lazy/debug/Trace.h"
#include "lazy/debug/TraceNames.h"
#include "lazy/debug/TraceOrder.h"

namespace lz::lazy {
namespace {

class GraphLines {
public:
  GraphLines(const Program& program, std::string_view device)
      : program_(program), device_(device), trace_(traceOf(program, FirstOperand::Right)),
        roots_(trace_.nodes.size()) {
    for (size_t i = 0; i < program.body.results.size(); ++i)
      roots_[numberOf(program.body.results[i])].push_back(i);
  }

  std::string text() const {
    std::string text = "IR {\n";
    for (size_t i = 0; i < trace_.nodes.size(); ++i) {
      const TraceNode& node = trace_.nodes[i];
      const std::string operands =
          absl::StrJoin(operandsOf(node), ", ",
                        [&](std::string* out, ValueId value) { *out += operandText(value); });
      absl::StrAppend(&text, "  %", i, " = ", shapeOf(node, false), " ", nameOf(node), "(",
                      operands, ")");
      for (const std::string& tag : tagsOf(i))
        absl::StrAppend(&text, ", ", tag);
      text += "\n";
    }
    return text + "}\n";
  }

  // Prints the edges of the last node first, as torch_xla does.
  std::string dot() const {
    std::string text = "digraph G {\n";
    for (size_t i = 0; i < trace_.nodes.size(); ++i) {
      const TraceNode& node = trace_.nodes[i];
      absl::StrAppend(&text, "  node", i, " [label=\"", nameOf(node), "\\n", shapeOf(node, true));
      for (const std::string& tag : tagsOf(i))
        absl::StrAppend(&text, "\\n", escaped(shortened(tag)));
      text += "\"]\n";
    }
    for (size_t i = trace_.nodes.size(); i-- > 0;)
      appendEdges(i, text);
    return text + "}\n";
  }

private:
  size_t numberOf(ValueId value) const { return size_t(trace_.numbers[size_t(value)]); }

  bool hasSeveralResults(const TraceNode& node) const {
    return node.op && node.op->results.size() > 1;
  }

  // "%3", or "%3.1" of a node with several results
  std::string operandText(ValueId value) const {
    const size_t number = numberOf(value);
    const std::string text = absl::StrCat("%", number);
    return hasSeveralResults(trace_.nodes[number])
               ? absl::StrCat(text, ".", trace_.results[size_t(value)])
               : text;
  }

  std::string shapeOf(const TraceNode& node, bool withLayout) const {
    if (!node.op)
      return xlaShape(program_.type(node.parameter), withLayout);
    const std::string shapes =
        absl::StrJoin(node.op->results, ", ", [&](std::string* out, ValueId value) {
          *out += xlaShape(program_.type(value), withLayout);
        });
    return hasSeveralResults(node) ? absl::StrCat("(", shapes, ")") : shapes;
  }

  std::string nameOf(const TraceNode& node) const {
    return node.op ? torchName(*node.op, program_) : "xla::device_data";
  }

  // Returns the text after the operands: "size=(2, 4)", "ROOT=0".
  std::vector<std::string> tagsOf(size_t number) const {
    const TraceNode& node = trace_.nodes[number];
    std::vector<std::string> tags;
    if (!node.op)
      tags.push_back(absl::StrCat("device=", std::string(device_)));
    else
      tags = attributesOf(*node.op);
    if (hasSeveralResults(node))
      tags.push_back(absl::StrCat("num_outputs=", node.op->results.size()));
    for (size_t root : roots_[number])
      tags.push_back(absl::StrCat("ROOT=", root));
    return tags;
  }

  // If PyTorch's op has a shape as argument, this prints the shape of the result.
  std::vector<std::string> attributesOf(const Op& op) const {
    const std::string name = torchName(op, program_);
    if (name == "aten::expand" || name == "aten::view")
      return {
          absl::StrCat("size=(", absl::StrJoin(program_.type(op.results.front()).dims, ", "), ")")};
    if (op.opcode == Opcode::Compare) // the op's name has the direction
      return {};
    std::vector<std::string> tags;
    absl::Span<const AttrInfo> infos = opInfo(op.opcode).attrs;
    for (size_t i = 0; i < infos.size() && i < op.attrs.size(); ++i)
      if (isSet(op.attrs[i])) {
        const std::string_view name = op.opcode == Opcode::Transpose ? "dims" : infos[i].name;
        tags.push_back(absl::StrCat(std::string(name), "=", torchAttribute(op.attrs[i])));
      }
    for (const Region& region : op.regions)
      tags.push_back(absl::StrCat("body=", bodyOf(region)));
    return tags;
  }

  // Returns "add" for one op, otherwise the number of ops.
  std::string bodyOf(const Region& region) const {
    return region.ops.size() == 1 ? torchName(region.ops.front(), program_)
                                  : absl::StrCat(region.ops.size(), " ops");
  }

  static std::string shortened(const std::string& tag) {
    constexpr size_t kMost = 64;
    return tag.size() <= kMost ? tag : absl::StrCat(tag.substr(0, kMost), "...");
  }

  static std::string escaped(const std::string& text) {
    return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}});
  }

  void appendEdges(size_t number, std::string& text) const {
    const std::vector<ValueId> operands = operandsOf(trace_.nodes[number]);
    for (size_t i = 0; i < operands.size(); ++i) {
      const size_t from = numberOf(operands[i]);
      absl::StrAppend(&text, "  node", from, " -> node", number);
      const std::string which = hasSeveralResults(trace_.nodes[from])
                                    ? absl::StrCat(",o=", trace_.results[size_t(operands[i])])
                                    : "";
      if (operands.size() > 1)
        absl::StrAppend(&text, " [label=\"i=", i, which, "\"]");
      text += "\n";
    }
  }

  const Program& program_;
  const std::string_view device_;
  const Trace trace_;
  // One list per node. It has the index of each result of the program that the node computes.
  std::vector<std::vector<size_t>> roots_;
};

} // namespace

std::string lazyTensorText(const Program& program, std::string_view device) {
  return GraphLines(program, device).text();
}

std::string lazyTensorDot(const Program& program, std::string_view device) {
  return GraphLines(program, device).dot();
}

} // namespace lz::lazy
