// The canonical numbering of a piece of the graph. Two pieces with equal encodings are the same
// program: values are numbered in the order in which they turn up, leaves at their first use, so
// the numbers do not depend on which tensors they are.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/program/FunctionBody.h"

#include <vector>

namespace lz::lazy {

struct Encoding {
  std::vector<Node*> ops;          // constants among them, before their first use
  std::vector<ValueId> operandIds; // of all edges of all ops, in order
  std::vector<Result*> leaves;     // parameters of the program
  std::vector<ValueId> leafIds;    // ascending
  std::vector<Result*> outputs;
  std::vector<ValueId> outputIds;
  std::vector<uint8_t> donated; // one per leaf
  std::vector<uint8_t> buckets; // one per leaf: Result::bucket
  std::vector<Node*> constants; // in the order of their first use, among `ops` or leaves
  ValueId numValues = 0;
  uint64_t skeleton = 0; // a hash of all of the above but the values of constants
  uint64_t hash = 0;     // and with them
};

// Builds an encoding; needs the graph's cut lock, which guards the marks, and a pass number of its
// own.
class Encoder {
public:
  explicit Encoder(uint64_t pass) : pass_(pass) {}
  // One of several pieces of a cut. `promoted`, of Promotions, in the order of their first use:
  // constants that are leaves.
  Encoder(uint64_t pass, absl::Span<const uint8_t> promoted)
      : pass_(pass), promoted_(promoted), isSegment_(true) {}

  // A parameter of the program before any op: placeholders of a function.
  void addParameter(Result& result) { addLeaf(result); }
  // Ops after the ops that their operands come from.
  void addOp(Node& node);
  // Results in the order of the program's outputs.
  void addOutput(Result& result);
  // `donated`: one per leaf.
  Encoding finish(std::vector<uint8_t> donated);

  const std::vector<Result*>& leaves() const { return encoding_.leaves; }

private:
  ValueId use(Result& result);
  ValueId addLeaf(Result& result);
  bool isPromoted(Node& constant);
  void number(Result& result);

  uint64_t pass_;
  absl::Span<const uint8_t> promoted_;
  bool isSegment_ = false;
  Encoding encoding_;
};

// The program of an encoding. Needs what the nodes held when they were encoded: build it before
// their edges go.
Program toProgram(const Encoding& encoding, const Locations& locations);

} // namespace lz::lazy
