// The pending nodes that have a handle: what a barrier computes. Split into stripes by recording
// thread, so that threads record side by side.
#pragma once

#include "lazy/Handle.h"
#include "lazy/Node.h"

#include <array>
#include <mutex>
#include <vector>

namespace lz::lazy {

class Registry {
public:
  // Lists a new node and gives it its location. The caller's thread decides the stripe.
  void add(Node& node, const SourceLocation& location, Locations& locations);
  // A result lost its last handle. Takes the node off the list when it was the last one of the
  // node.
  void dropHandle(Node& node);
  // The node's results are in memory, or its values are on their way.
  void remove(Node& node);
  // The listed nodes in the order of recording.
  std::vector<Ref<Node>> snapshot();

private:
  struct alignas(64) Stripe {
    std::mutex mutex; // guards the rest, and the links of the nodes
    Node* first = nullptr;
    Node* last = nullptr;
    LocationCache locations;
  };
  static void unlink(Stripe& stripe, Node& node);

  static constexpr size_t kStripes = 16;
  std::array<Stripe, kStripes> stripes_;
};

} // namespace lz::lazy
