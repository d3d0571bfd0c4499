// The canonical numbering of recorded ops. Sets of recorded ops with equal encodings are the same
// program: values are numbered in the order in which they occur, and leaves at their first use, so
// the numbers do not depend on the identity of tensors.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/program/FunctionBody.h"

#include <vector>

namespace lz::lazy {

struct Encoding {
  std::vector<Node*> ops;          // including constants, each before its first use
  std::vector<ValueId> operandIds; // of all edges of all ops, in order
  std::vector<Result*> leaves;     // parameters of the program
  std::vector<ValueId> leafIds;    // ascending
  std::vector<Result*> outputs;
  std::vector<ValueId> outputIds;
  std::vector<uint8_t> donated; // one per leaf
  std::vector<uint8_t> buckets; // one per leaf: Result::bucket
  // Constants in the order of their first use. Each is also in `ops` or in `leaves`.
  std::vector<Node*> constants;
  ValueId numValues = 0;
  uint64_t skeleton = 0; // hash of all fields above except the values of constants
  uint64_t hash = 0;     // hash that includes the values of constants
};

// Builds an encoding. The caller must hold the graph's cut lock, which guards the marks, and pass a
// new number of a traversal (NodeStore::nextPass).
class Encoder {
public:
  explicit Encoder(uint64_t pass) : pass_(pass) {}
  // Encodes one segment of a cut. `promoted` comes from Promotions, and says which constants become
  // leaves, in the order of their first use.
  Encoder(uint64_t pass, absl::Span<const uint8_t> promoted)
      : pass_(pass), promoted_(promoted), isSegment_(true) {}

  // Makes a parameter of a function a parameter of the program. Call it before any addOp.
  void addParameter(Result& result) { addLeaf(result); }
  // Adds an op after the ops that compute its operands.
  void addOp(Node& node);
  // Adds a result. The order of calls is that of the program's outputs.
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

// Makes the program of an encoding. It reads the encoded nodes, so it must run before they drop
// their operands.
Program toProgram(const Encoding& encoding, const Locations& locations);

} // namespace lz::lazy
