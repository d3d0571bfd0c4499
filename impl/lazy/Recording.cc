#include "lazy/Recording.h"

#include "lazy/cache/Encoding.h"
#include "lazy/run/Segment.h"

#include <mutex>

namespace lz::lazy {

Program recordedProgram(Graph& graph, absl::Span<Result* const> results) {
  std::lock_guard lock(graph.cutMutex());
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
  return toProgram(encoder.finish({}), graph.engine().locations);
}

} // namespace lz::lazy
