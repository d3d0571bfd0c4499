// The canonical numbering of recorded ops. Two sets of recorded ops with equal encodings are the
// same program: values are numbered in the order in which they turn up, and leaves at their first
// use, so the numbers do not depend on which tensors they are.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/program/FunctionBody.h"

#include <vector>

namespace lz::lazy {

struct Encoding {
  std::vector<Node*> ops;          // with constants, each before its first use
  std::vector<ValueId> operandIds; // of all edges of all ops, in order
  std::vector<Result*> leaves;     // parameters of the program
  std::vector<ValueId> leafIds;    // ascending
  std::vector<Result*> outputs;
  std::vector<ValueId> outputIds;
  std::vector<uint8_t> donated; // one per leaf
  std::vector<uint8_t> buckets; // one per leaf: Result::bucket
  // In the order of their first use; each is one of `ops` or of `leaves`.
  std::vector<Node*> constants;
  ValueId numValues = 0;
  uint64_t skeleton = 0; // hash of all of the above except the values of constants
  uint64_t hash = 0;     // the same with the values of constants
};

// Builds an encoding. It needs the graph's cut lock, which guards the marks, and a pass number of
// its own.
class Encoder {
public:
  explicit Encoder(uint64_t pass) : pass_(pass) {}
  // For one segment of a cut. `promoted` comes from Promotions and says, in the order of their
  // first use, which constants become leaves.
  Encoder(uint64_t pass, absl::Span<const uint8_t> promoted)
      : pass_(pass), promoted_(promoted), isSegment_(true) {}

  // Makes a function's parameter a parameter of the program. Call it before any addOp.
  void addParameter(Result& result) { addLeaf(result); }
  // Adds an op. The ops that its operands come from must have been added.
  void addOp(Node& node);
  // Adds a result. The order of calls is the order of the program's outputs.
  void addOutput(Result& result);
  // `donated` has one entry per leaf.
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

// Makes the program of an encoding. It reads the encoded nodes, so it must run before they give up
// their operands.
Program toProgram(const Encoding& encoding, const Locations& locations);

} // namespace lz::lazy
