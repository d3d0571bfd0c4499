#include "lazy/cache/Encoding.h"

#include "base/HashMap.h"
#include "lazy/program/AttrCompare.h"

namespace lz::lazy {

void Encoder::number(Result& result) {
  result.value = {pass_, encoding_.numValues++};
}

ValueId Encoder::addLeaf(Result& result) {
  number(result);
  encoding_.leaves.push_back(&result);
  encoding_.leafIds.push_back(result.value.number);
  return result.value.number;
}

ValueId Encoder::use(Result& result) {
  if (result.value.pass == pass_)
    return result.value.number;
  Node& owner = *result.owner;
  const bool isConstant = owner.kind == NodeKind::Constant;
  if (isConstant ? isPromoted(owner) : !isSegment_ || !isSplat(owner))
    return addLeaf(result);
  addOp(owner);
  return result.value.number;
}

// Returns true if this constant becomes a parameter. Call this once for each constant, at its first
// use.
bool Encoder::isPromoted(Node& constant) {
  const size_t place = encoding_.constants.size();
  encoding_.constants.push_back(&constant);
  return place < promoted_.size() && promoted_[place];
}

void Encoder::addOp(Node& node) {
  // Constants and splats among the operands are ops themselves, and must come before this op.
  for (Operand& edge : node.edges())
    use(edge.result());
  for (Operand& edge : node.edges())
    encoding_.operandIds.push_back(edge.result().value.number);
  encoding_.ops.push_back(&node);
  for (uint32_t i = 0; i < node.numResults; ++i)
    number(node.result(i));
}

void Encoder::addOutput(Result& result) {
  encoding_.outputIds.push_back(use(result));
  encoding_.outputs.push_back(&result);
}

Encoding Encoder::finish(std::vector<uint8_t> donated) {
  encoding_.donated = std::move(donated);
  encoding_.donated.resize(encoding_.leaves.size());
  uint64_t hash = encoding_.ops.size(), constants = 0;
  for (size_t i = 0; i < encoding_.leaves.size(); ++i) {
    hash = mixHash(hash, hashType(encoding_.leaves[i]->type));
    hash = mixHash(hash, uint64_t(encoding_.leafIds[i]) * 2 + encoding_.donated[i]);
    encoding_.buckets.push_back(encoding_.leaves[i]->bucket.load(std::memory_order_relaxed));
    if (encoding_.buckets.back() != 0)
      hash = mixHash(hash, encoding_.buckets.back());
  }
  const ValueId* operand = encoding_.operandIds.data();
  for (Node* node : encoding_.ops) {
    if (node->kind == NodeKind::Constant) {
      hash = mixHash(hash, hashType(node->result(0).type));
      constants = mixHash(constants, node->contents->localHash);
    } else {
      hash = mixHash(hash, node->contents->localHash);
    }
    for (uint32_t i = 0; i < node->numEdges; ++i)
      hash = mixHash(hash, uint64_t(*operand++));
  }
  for (ValueId output : encoding_.outputIds)
    hash = mixHash(hash, uint64_t(output));
  encoding_.skeleton = hash;
  encoding_.hash = mixHash(hash, constants);
  return std::move(encoding_);
}

namespace {

// Numbers the locations of a program's ops.
class LocationTable {
public:
  LocationTable(const Locations& all, Program& program) : all_(all), program_(program) {}

  int32_t add(LocationId id) {
    if (id < 0)
      return -1;
    auto [it, inserted] = ids_.try_emplace(id, int32_t(program_.locations.size()));
    if (inserted)
      program_.locations.push_back(all_.text(id));
    return it->second;
  }

private:
  const Locations& all_;
  Program& program_;
  HashMap<LocationId, int32_t> ids_;
};

} // namespace

Program toProgram(const Encoding& encoding, const Locations& locations) {
  Program program;
  program.types.resize(size_t(encoding.numValues));
  LocationTable table(locations, program);
  for (size_t i = 0; i < encoding.leaves.size(); ++i) {
    program.types[size_t(encoding.leafIds[i])] = encoding.leaves[i]->type;
    program.body.params.push_back(encoding.leafIds[i]);
    program.donated.push_back(encoding.donated[i] != 0);
  }
  const ValueId* operand = encoding.operandIds.data();
  program.body.ops.reserve(encoding.ops.size());
  for (Node* node : encoding.ops) {
    Op op{node->opcode, {}, {}, {}, {}, table.add(node->location)};
    op.operands.assign(operand, operand + node->numOperands);
    const ValueId* capture = operand + node->numOperands;
    operand += node->numEdges;
    for (uint32_t i = 0; i < node->numResults; ++i) {
      op.results.push_back(node->result(i).value.number);
      program.types[size_t(op.results.back())] = node->result(i).type;
    }
    op.attrs = node->contents->attrs;
    for (const auto& body : node->contents->bodies) {
      op.regions.push_back(inlineBody(*body, {capture, body->numCaptures()}, program));
      capture += body->numCaptures();
    }
    program.body.ops.push_back(std::move(op));
  }
  program.body.results = encoding.outputIds;
  return program;
}

} // namespace lz::lazy
