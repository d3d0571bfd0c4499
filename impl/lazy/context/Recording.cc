#include "lazy/context/Recording.h"

#include "lazy/cache/Encoding.h"
#include "lazy/cut/Leaves.h"
#include "lazy/graph/Traverse.h"

#include <mutex>

namespace lz::lazy {

// Needs the cut lock.
static Encoding encode(Graph& graph, absl::Span<Result* const> results) {
  std::vector<Node*> roots;
  for (Result* result : results)
    if (result->owner->kind == NodeKind::Op && !result->data.load())
      roots.push_back(result->owner);
  std::vector<Node*> ops = traverse(roots, graph.nextPass());
  Encoder encoder(graph.nextPass());
  for (Node* op : ops)
    encoder.addOp(*op);
  for (Result* result : results)
    encoder.addOutput(*result);
  return encoder.finish({});
}

Program recordedProgram(Graph& graph, absl::Span<Result* const> results) {
  std::lock_guard lock(graph.cutMutex());
  return toProgram(encode(graph, results), graph.engine().locations);
}

RecordedProgram recordedProgramWithInputs(Graph& graph, absl::Span<Result* const> results) {
  std::lock_guard lock(graph.cutMutex());
  const Encoding encoding = encode(graph, results);
  RecordedProgram recorded{toProgram(encoding, graph.engine().locations), {}, {}};
  for (Result* leaf : encoding.leaves) {
    recorded.inputs.push_back(inputOf(graph.device(), *leaf));
    recorded.leaves.push_back(Ref<Node>::share(leaf->owner));
  }
  return recorded;
}

} // namespace lz::lazy
