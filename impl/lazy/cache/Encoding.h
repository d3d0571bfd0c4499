// The canonical numbering of recorded ops. Values are numbered in the order in which they occur,
// and leaves at their first use. So two recordings of the same program have equal encodings.
#pragma once

#include "lazy/graph/Node.h"
#include "lazy/program/FunctionBody.h"

#include <vector>

namespace lz::lazy {

struct Encoding {
  std::vector<Node*> ops;          // including constants, each before its first use
  std::vector<ValueId> operandIds; // the ids of all edges of all ops, in order
  std::vector<Result*> leaves;     // parameters of the program
  std::vector<ValueId> leafIds;    // ascending
  std::vector<Result*> outputs;
  std::vector<ValueId> outputIds;
  std::vector<uint8_t> donated; // one per leaf
  std::vector<uint8_t> buckets; // one per leaf: Result::bucket
  // Constants in the order of their first use. Each constant is also in `ops` or in `leaves`.
  std::vector<Node*> constants;
  ValueId numValues = 0;
  uint64_t skeleton = 0; // hash of all fields above except the values of constants
  uint64_t hash = 0;     // hash that includes the values of constants
};

// Builds an encoding. The caller must hold the graph's cut lock, and pass a new number from
// NodeStore::nextPass.
class Encoder {
public:
  explicit Encoder(uint64_t pass) : pass_(pass) {}
  // Encodes one segment of a cut. `promoted` comes from Promotions. It says for each constant, in
  // the order of first use, if the constant becomes a leaf.
  Encoder(uint64_t pass, absl::Span<const uint8_t> promoted)
      : pass_(pass), promoted_(promoted), isSegment_(true) {}

  // Makes a parameter of a function a parameter of the program. Call it before any addOp.
  void addParameter(Result& result) { addLeaf(result); }
  // Adds an op. The ops that compute its operands must have been added before.
  void addOp(Node& node);
  // Adds the next output of the program.
  void addOutput(Result& result);
  // Returns the encoding. `donated` has one entry per leaf.
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

// Makes the program of an encoding. Call this before the encoded nodes drop their operands.
Program toProgram(const Encoding& encoding, const Locations& locations);

} // namespace lz::lazy
