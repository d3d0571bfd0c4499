#include "lazy/cut/Cut.h"

#include "absl/algorithm/container.h"
#include "base/HashMap.h"
#include "lazy/cut/ChooseSegments.h"
#include "lazy/cut/Leaves.h"
#include "lazy/engine/NewEntry.h"
#include "lazy/graph/Traverse.h"

namespace lz::lazy {

namespace {

// Visiting a million ops reads 300 MB of nodes. So only two functions visit all ops: survey()
// before the segments are made, and settle() after that.
class CutBuilder {
public:
  CutBuilder(const CutPlace& place, absl::Span<const Ref<Node>> roots, bool endsHistories)
      : place_(place), engine_(*place.engine), roots_(roots), endsHistories_(endsHistories) {}

  CutResult build() {
    traverseRoots();
    if (survey() && refuseLost()) {
      traverseRoots();
      survey();
    }
    if (!ops_.empty())
      buildSegments();
    result_.ops = int64_t(ops_.size());
    return std::move(result_);
  }

  // Ends the pending state of the ops in the cut. They drop their operands, or keep them as
  // history.
  void settle(DeadNodes& dead) {
    std::vector<uint8_t> paths(endsHistories_ ? 0 : ops_.size());
    std::vector<Node*> valued;
    valued.reserve(ops_.size());
    // No failure is allowed between here and retire().
    int64_t retired = 0;
    for (Node* node : lost_)
      retired += node->leavePending();
    for (size_t i = 0; i < ops_.size(); ++i) {
      prefetchAhead(ops_, i);
      retired += ops_[i]->leavePending();
      if (!endsHistories_)
        paths[i] = isOnPath(*ops_[i], paths);
      if (ops_[i]->hasValues())
        valued.push_back(ops_[i]);
    }
    place_.store.retire(retired);
    // This loop precedes the drop of operands: after it, the release of a handle can free a node.
    for (Node* node : valued) {
      place_.store.registry().remove(*node);
      if (!endsHistories_ && paths[size_t(node->visit.number)])
        place_.store.history().add(*node);
    }
    for (Node* node : lost_) {
      place_.store.registry().remove(*node);
      if (!endsHistories_ && hasGradients(*node))
        place_.store.history().add(*node);
    }
    if (endsHistories_) {
      place_.store.origins().remember(ops_, pass_, valued);
      dropOperands(dead);
    } else {
      dropOperandsBeside(valued, paths, dead);
    }
    for (Node* node : lost_)
      if (!node->hasHistory())
        node->dropEdges(dead);
  }

private:
  // Makes segments until a guard refuses one. The cut ends before the refused segment.
  void buildSegments() {
    std::vector<size_t> ends = chooseSegments(ops_, engine_.options.maxSegmentOps);
    result_.segments.reserve(ends.size());
    size_t begin = 0;
    for (size_t end : ends) {
      result_.refused = buildSegment(begin, end);
      if (!result_.refused.ok())
        return leaveOut(begin);
      begin = end;
    }
  }

  // Leaves the ops from `begin` on pending. They then count as users outside of the cut, so an op
  // that they share with the cut (a splat) keeps its operands.
  void leaveOut(size_t begin) {
    for (size_t i = begin; i < ops_.size(); ++i)
      for (Operand& edge : ops_[i]->edges())
        edge.node->inside.number -= edge.node->inside.pass == pass_;
    ops_.resize(begin);
  }

  // Drops the operands of all ops that need not be computed again outside of the cut.
  void dropOperands(DeadNodes& dead) {
    std::vector<uint8_t> needed(ops_.size());
    for (size_t i = 0; i < ops_.size(); ++i) {
      prefetchAhead(ops_, i);
      needed[i] = !ops_[i]->isMaterialized() && isUsedOutside(*ops_[i]);
    }
    for (size_t i = ops_.size(); i-- > 0;)
      if (needed[i])
        for (Operand& edge : ops_[i]->edges())
          if (edge.node->visit.pass == pass_ && !edge.node->isMaterialized())
            needed[size_t(edge.node->visit.number)] = 1;
    // Visits an op before its users, because the op can be freed after its users have dropped it.
    for (size_t i = 0; i < ops_.size(); ++i) {
      prefetchAhead(ops_, i);
      if (!needed[i])
        ops_[i]->dropEdges(dead);
    }
  }

  // Returns true if the caller may request a gradient with respect to a tensor that the op depends
  // on: a float with a handle, or a value that has a history or had one. Integers have no
  // gradients. `paths` has the answers for earlier ops.
  bool isOnPath(Node& op, const std::vector<uint8_t>& paths) const {
    auto leads = [&](Operand& edge) {
      Result& operand = edge.result();
      if (!isDifferentiable(operand.type.dtype))
        return false;
      return operand.hasHandle() || operand.origin.load() || edge.node->hasHistory() ||
             (edge.node->visit.pass == pass_ && paths[size_t(edge.node->visit.number)]);
    };
    return hasGradients(op) && absl::c_any_of(op.edges(), leads);
  }

  // Drops the operands of materialized ops that no gradient needs, so that they are freed at once.
  // An op without a value can be computed again for the gradient of another op.
  static void dropOperandsBeside(absl::Span<Node* const> valued, const std::vector<uint8_t>& paths,
                                 DeadNodes& dead) {
    for (Node* node : valued)
      if (node->isMaterialized() && !paths[size_t(node->visit.number)])
        node->dropEdges(dead);
  }

  static bool hasGradients(Node& node) {
    for (uint32_t i = 0; i < node.numResults; ++i)
      if (isDifferentiable(node.result(i).type.dtype))
        return passesCotangents(node);
    return false;
  }

  void traverseRoots() {
    pass_ = place_.store.nextPass();
    std::vector<Node*> nodes;
    for (const Ref<Node>& root : roots_)
      if (!root->isMaterialized() && !lostRoots_.contains(root.get()))
        nodes.push_back(root.get());
    ops_ = traverse(nodes, pass_);
  }

  // Fails ops that can never be computed, and ops that depend on them. Returns true if any fail.
  bool refuseLost() {
    std::vector<Status> lost; // indexed by position; empty until the first lost op
    for (size_t i = 0; i < ops_.size(); ++i) {
      if (lost.empty() && !readsLostLeaf(*ops_[i]))
        continue;
      if (Status status = lossOf(*ops_[i], lost); !status.ok()) {
        lost.resize(ops_.size());
        lost[i] = std::move(status);
      }
    }
    for (size_t i = 0; i < lost.size(); ++i)
      if (!lost[i].ok())
        refuse(*ops_[i], lost[i]);
    // Lost ops drop their operands and so their histories. Origins remembers the operands instead.
    if (endsHistories_)
      place_.store.origins().remember(ops_, pass_, lost_);
    if (!lost.empty())
      for (const Ref<Node>& root : roots_)
        if (root->visit.pass == pass_)
          result_.lost.Update(lost[size_t(root->visit.number)]);
    return !lost.empty();
  }

  Status lossOf(Node& op, const std::vector<Status>& lost) {
    for (Operand& edge : op.edges()) {
      if (!lost.empty() && edge.node->visit.pass == pass_ &&
          !edge.result().data.load(std::memory_order_relaxed) &&
          !lost[size_t(edge.node->visit.number)].ok())
        return lost[size_t(edge.node->visit.number)];
      if (Status status = checkLeaf(edge.result()); !status.ok())
        return withLocation(withOp(status, std::string(opInfo(op.opcode).name)),
                            engine_.locations.text(op.location));
    }
    return okStatus();
  }

  void refuse(Node& op, const Status& status) {
    lostRoots_.insert(&op);
    if (op.countHandles() == 0)
      return;
    lost_.push_back(&op);
    for (uint32_t i = 0; i < op.numResults; ++i)
      if (!op.result(i).data.load(std::memory_order_relaxed))
        op.result(i).data.store(Data::failed(status).take(), std::memory_order_release);
  }

  // Finds the last use of each value, and counts the uses of each node. Returns true if an op reads
  // an operand that will never have a value.
  bool survey() {
    bool isLost = false;
    for (const Ref<Node>& root : roots_)
      countInside(*root);
    for (size_t i = 0; i < ops_.size(); ++i) {
      prefetchAhead(ops_, i);
      for (Operand& edge : ops_[i]->edges()) {
        edge.result().lastUse = {pass_, int32_t(i)};
        countInside(*edge.node);
        isLost |= isLostLeaf(edge.result());
      }
    }
    return isLost;
  }

  // Only a cut that ends histories needs these counts, to donate memory or to drop operands.
  void countInside(Node& node) {
    if (!endsHistories_)
      return;
    if (node.inside.pass != pass_)
      node.inside = {pass_, 0};
    ++node.inside.number;
  }

  // Returns false if the node certainly has no users besides this cut and the handles. Otherwise
  // returns true. Call this only for a cut that ends histories.
  bool isUsedOutside(Node& node) {
    int32_t known = node.inside.pass == pass_ ? node.inside.number : 0;
    // Reads references before handles, so a handle that is released meanwhile counts as a user.
    const int32_t refs = node.refs.load(std::memory_order_acquire);
    return refs > known + node.countHandles();
  }

  bool isUsedFrom(size_t end, const Result& value) const {
    return value.lastUse.pass == pass_ && size_t(value.lastUse.number) >= end;
  }

  bool mayTakeOver(Result& leaf, size_t end) {
    Data* data = leaf.data.load(std::memory_order_relaxed);
    if (!data || !endsHistories_ || !data->isDonatable() || leaf.owner->kind == NodeKind::Scalar ||
        isUsedFrom(end, leaf) || kept_.contains(&leaf))
      return false;
    // Reads handles before users, because a leaf without a handle cannot get a new user.
    bool given = !leaf.hasHandle() || leaf.donated.load(std::memory_order_relaxed);
    return given && !isUsedOutside(*leaf.owner);
  }

  // Returns true if this segment must store the result. The result of an earlier cut has its value
  // already. An op with effects must not be computed again, so its results are stored.
  bool isOutput(Result& result, size_t end) {
    if (result.data.load(std::memory_order_relaxed))
      return false;
    return (isUsedFrom(end, result) && !isSplat(*result.owner)) || result.hasHandle() ||
           result.owner->hasEffects;
  }

  // Ops that are used outside of the cut but not stored will be computed again, so their leaves are
  // kept. No such op is added later, because an op without a handle gets no new user.
  void keepLeaves(size_t begin, size_t end, const std::vector<uint8_t>& stored) {
    std::vector<uint8_t> again(end - begin);
    for (size_t i = end; i-- > begin;) {
      if (stored[i - begin] || (!again[i - begin] && !isUsedOutside(*ops_[i])))
        continue;
      for (Operand& edge : ops_[i]->edges()) {
        // Only splats, and ops that this segment computes without storing them, are pending here.
        const bool isPending =
            edge.node->kind == NodeKind::Op && !edge.result().data.load(std::memory_order_relaxed);
        if (isPending && size_t(edge.node->visit.number) >= begin)
          again[size_t(edge.node->visit.number) - begin] = 1;
        else
          kept_.insert(&edge.result());
      }
    }
  }

  Encoding encode(size_t begin, size_t end, absl::Span<const uint8_t> promoted) {
    Encoder encoder(place_.store.nextPass(), promoted);
    for (size_t i = begin; i < end; ++i) {
      prefetchAhead(ops_, i);
      encoder.addOp(*ops_[i]);
    }
    std::vector<uint8_t> stored(end - begin, 1);
    for (size_t i = begin; i < end; ++i)
      for (uint32_t r = 0; r < ops_[i]->numResults; ++r) {
        if (isOutput(ops_[i]->result(r), end))
          encoder.addOutput(ops_[i]->result(r));
        else if (!ops_[i]->result(r).data.load(std::memory_order_relaxed))
          stored[i - begin] = 0;
      }
    if (endsHistories_) // otherwise nothing is donated
      keepLeaves(begin, end, stored);
    std::vector<uint8_t> donated;
    for (Result* leaf : encoder.leaves())
      donated.push_back(mayTakeOver(*leaf, end));
    return encoder.finish(std::move(donated));
  }

  // Once the outputs of a segment have their Data, other work can depend on the segment, so no
  // failure is allowed after that point.
  Status buildSegment(size_t begin, size_t end) {
    Encoding encoding = encode(begin, end, {});
    Segment segment(engine_);
    segment.entry = engine_.cache.find(encoding);
    Miss why;
    if (!segment.entry) {
      Promotions::Answer promoted = engine_.promotions.promote(encoding, engine_.locations);
      why = std::move(promoted.why);
      if (!promoted.places.empty()) {
        encoding = encode(begin, end, promoted.places);
        segment.entry = engine_.cache.find(encoding);
      }
    }
    if (segment.entry)
      add(engine_.counters.cacheHits);
    else
      LZ_RETURN_IF_ERROR(makeEntry(encoding, std::move(why), segment));
    const bool isCompilation = segment.isCompilation;
    prepare(encoding, segment);
    if (isCompilation)
      engine_.guards.countCompile();
    return okStatus();
  }

  Status makeEntry(const Encoding& encoding, Miss why, Segment& segment) {
    LZ_ASSIGN_OR_RETURN(segment.entry, newEntry(engine_, encoding, std::move(why)));
    segment.mustFulfil = true;
    segment.isCompilation = segment.entry->needsCompilation();
    return okStatus();
  }

  void prepare(const Encoding& encoding, Segment& segment) {
    segment.submission = Submission::create(place_.engine, place_.device);
    const int64_t historyBytes = place_.store.history().mostBytes();
    RunRequest request{{}, {}, {segment.entry, {}, {}, historyBytes}};
    request.ops.locations.reserve(encoding.ops.size());
    for (Node* op : encoding.ops)
      request.ops.locations.push_back(op->location);
    request.inputs.reserve(encoding.leaves.size());
    for (size_t i = 0; i < encoding.leaves.size(); ++i) {
      request.inputs.emplace_back(inputOf(*place_.device, *encoding.leaves[i]),
                                  encoding.donated[i] != 0);
      segment.donated += encoding.donated[i];
    }
    segment.inputs = int64_t(encoding.leaves.size());
    if (segment.donated > 0)
      for (Result* leaf : encoding.leaves)
        request.ops.makers.push_back(makerOf(*leaf->owner));
    for (size_t i = 0; i < encoding.outputs.size(); ++i)
      request.outputs.push_back(Data::pending(segment.submission));
    RunValues values = request.outputs;
    segment.submission->setRequest(std::move(request));
    commit(encoding, std::move(segment), std::move(values));
  }

  static InputMaker makerOf(const Node& node) {
    return node.kind == NodeKind::Op ? InputMaker{node.opcode, node.location} : InputMaker{};
  }

  void commit(const Encoding& encoding, Segment segment, RunValues values) noexcept {
    for (size_t i = 0; i < values.size(); ++i) {
      Result& output = *encoding.outputs[i];
      output.bucket.store(segment.entry->bucketOf(i), std::memory_order_relaxed);
      output.data.store(values[i].take(), std::memory_order_release);
      result_.outputs += output.hasHandle();
    }
    // The caller's promise not to read the leaf holds for this run only, so the mark is removed. If
    // the run gives the tensor back, the caller must donate it again.
    for (size_t i = 0; i < encoding.leaves.size(); ++i)
      if (encoding.donated[i])
        encoding.leaves[i]->donated.store(false, std::memory_order_relaxed);
    result_.segments.push_back(std::move(segment));
  }

  const CutPlace& place_;
  Engine& engine_;
  absl::Span<const Ref<Node>> roots_;
  const bool endsHistories_;
  uint64_t pass_ = 0;
  std::vector<Node*> ops_;
  HashSet<const Result*> kept_;    // leaves that something will read again
  HashSet<const Node*> lostRoots_; // ops that can never be computed
  std::vector<Node*> lost_;        // the lost ops that have a handle
  CutResult result_;
};

} // namespace

CutResult cutGraph(const CutPlace& place, absl::Span<const Ref<Node>> roots, bool endsHistories,
                   DeadNodes& dead) {
  CutBuilder builder(place, roots, endsHistories);
  CutResult result = builder.build();
  builder.settle(dead);
  return result;
}

} // namespace lz::lazy
