#include "lazy/graph/Origins.h"

#include "absl/algorithm/container.h"
#include "autodiff/Gradient.h"
#include "base/HashMap.h"

#include <algorithm>

namespace lz::lazy {

bool passesCotangents(const Node& node) {
  return autodiff::passesCotangents(node.opcode, node.attrs());
}

// A backwards search from up to 64 values at once. Each of these values is one bit of the masks.
struct Origins::Walk {
  Origins& origins;
  absl::Span<Node* const> ops;
  const uint64_t pass;
  // Whether the search continues through values with a handle. It does so if their histories have
  // not ended.
  const bool throughHandles;
  std::vector<uint64_t> masks; // index: position in `ops`
  // For each position in `ops`: whether the op's result has an origin. The origin then stands for
  // everything that the op depends on.
  std::vector<uint8_t> isRemembered;
  size_t low = 0; // all masks before this position are 0
  absl::InlinedVector<Origin*, 4> touched;
  absl::InlinedVector<OriginSet*, 4> sets; // the sets seen so far

  Walk(Origins& origins, absl::Span<Node* const> ops, uint64_t pass, bool throughHandles)
      : origins(origins), ops(ops), pass(pass), throughHandles(throughHandles), masks(ops.size()),
        isRemembered(ops.size()) {}

  void start(size_t position, uint64_t mask) {
    masks[position] |= mask;
    low = std::min(low, position);
  }

  // Walks from position `high` backwards until no mask is left.
  void run(size_t high) {
    for (size_t i = high + 1; i-- > low;) {
      uint64_t mask = std::exchange(masks[i], 0);
      if (mask == 0 || !passesCotangents(*ops[i]))
        continue;
      for (Operand& edge : ops[i]->edges())
        visit(edge.result(), mask);
    }
  }

  void visit(Result& result, uint64_t mask) {
    if (!isDifferentiable(result.type.dtype))
      return;
    if (result.hasHandle()) {
      touch(origins.of(result), mask);
      if (!throughHandles)
        return;
    }
    Mark visit = result.owner->visit;
    bool isInside = !ops.empty() && visit.pass == pass;
    if (isInside && !isRemembered[size_t(visit.number)])
      start(size_t(visit.number), mask);
    else if (Origin* origin = result.origin.load(); origin && !result.hasHandle())
      touchSet(origin->behind.get(), mask);
  }

  void touch(Origin& origin, uint64_t mask) {
    if (origin.mask == 0)
      touched.push_back(&origin);
    origin.mask |= mask;
  }

  // Visits the members of a set. The set of a freed member is visited instead of the member.
  void touchSet(OriginSet* set, uint64_t mask) {
    absl::InlinedVector<OriginSet*, 8> stack{set};
    while (!stack.empty()) {
      set = stack.back();
      stack.pop_back();
      if (!set || (set->mask & mask) == mask)
        continue;
      if (set->mask == 0)
        sets.push_back(set);
      set->mask |= mask;
      origins.walked_ += set->members.size();
      for (Origin* member : set->members)
        if (member->lives.load(std::memory_order_acquire))
          touch(*member, mask);
        else
          stack.push_back(member->behind.get());
    }
  }

  OriginSet::Members reached(uint64_t mask) const {
    OriginSet::Members members;
    for (Origin* origin : touched)
      if (origin->mask & mask)
        members.push_back(origin);
    return members;
  }

  void clear() {
    for (Origin* origin : touched)
      origin->mask = 0;
    for (OriginSet* set : sets)
      set->mask = 0;
    touched.clear();
    sets.clear();
  }
};

Origin& Origins::of(Result& result) {
  if (Origin* known = result.origin.load())
    return *known;
  all_.push_back(std::make_unique<Origin>(result.owner->serial));
  result.origin.store(all_.back().get());
  return *all_.back();
}

std::shared_ptr<OriginSet> Origins::newSet(OriginSet::Members members) {
  numMembers_ += members.size();
  return std::make_shared<OriginSet>(OriginSet{std::move(members)});
}

void Origins::remember(absl::Span<Node* const> ops, uint64_t pass, absl::Span<Node* const> ended) {
  constexpr size_t kBatch = 64;
  std::lock_guard lock(mutex_);
  Walk walk(*this, ops, pass, /*throughHandles=*/false);
  for (size_t i = 0; i < ended.size(); i += kBatch)
    rememberBatch(walk, ended.subspan(i, kBatch));
  collectWhenWorth();
}

void Origins::rememberBatch(Walk& walk, absl::Span<Node* const> ended) {
  size_t high = 0;
  walk.low = walk.ops.size();
  for (size_t i = 0; i < ended.size(); ++i) {
    size_t position = size_t(ended[i]->visit.number);
    walk.start(position, uint64_t(1) << i);
    high = std::max(high, position);
  }
  walk.run(high);
  std::shared_ptr<OriginSet> set;
  for (size_t i = 0; i < ended.size(); ++i) {
    OriginSet::Members members = walk.reached(uint64_t(1) << i);
    if (members.empty())
      continue;
    if (!set || set->members != members)
      set = newSet(std::move(members));
    for (uint32_t r = 0; r < ended[i]->numResults; ++r)
      if (isDifferentiable(ended[i]->result(r).type.dtype))
        of(ended[i]->result(r)).behind = set;
  }
  for (Node* node : ended)
    walk.isRemembered[size_t(node->visit.number)] = 1;
  walk.clear();
}

void Origins::rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> ops,
                          uint64_t pass, absl::Span<Node* const> results) {
  std::lock_guard lock(mutex_);
  Walk walk(*this, ops, pass, /*throughHandles=*/true);
  walk.low = ops.size();
  for (Result* source : sources)
    walk.visit(*source, 1);
  if (!ops.empty())
    walk.run(ops.size() - 1);
  OriginSet::Members members = walk.reached(1);
  walk.clear();
  if (members.empty())
    return;
  const std::shared_ptr<OriginSet> set = newSet(std::move(members));
  for (Node* node : results)
    if (isDifferentiable(node->result(0).type.dtype))
      of(node->result(0)).behind = set;
  collectWhenWorth();
}

int64_t Origins::findBehind(const Result& value, absl::Span<Result* const> arguments,
                            uint64_t minSerial) {
  // An origin that is older than all arguments cannot be one of them.
  auto isYoung = [&](const Origin* member) { return member->serial >= minSerial; };
  std::lock_guard lock(mutex_);
  const Origin* origin = value.origin.load();
  if (!origin || !origin->behind || absl::c_none_of(origin->behind->members, isYoung))
    return -1;
  HashMap<const Origin*, int64_t> wanted;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (const Origin* wantedOrigin = arguments[i]->origin.load())
      wanted.emplace(wantedOrigin, int64_t(i));
  HashSet<const OriginSet*> seen;
  std::vector<const OriginSet*> stack{origin->behind.get()};
  while (!wanted.empty() && !stack.empty()) {
    const OriginSet* set = stack.back();
    stack.pop_back();
    if (!seen.insert(set).second)
      continue;
    for (const Origin* member : set->members) {
      if (auto it = wanted.find(member); it != wanted.end())
        return it->second;
      if (member->behind && member->serial > minSerial)
        stack.push_back(member->behind.get());
    }
  }
  return -1;
}

// Frees the origins that nothing needs (a collection) when there are twice as many origins as after
// the last collection, or when walks through freed origins have cost more than a collection. The
// second condition matters in a step with hundreds of parameters: each result has its own set of
// hundreds of origins, and a walk visits the sets of all steps since the last collection.
void Origins::collectWhenWorth() {
  constexpr size_t kLeast = 1024;
  if (all_.size() < collectAt_ && walked_ < 2 * numMembers_ + kLeast)
    return;
  collect();
  collectAt_ = 2 * all_.size() + kLeast;
}

// Marks the origins that survive. Also marks the freed origins that can be reached from the set of
// a survivor. Visits the youngest origins first, because the origins in a set are older than the
// owner of the set.
void Origins::markNeeded() {
  for (auto& origin : all_)
    origin->isNeeded = origin->survives = origin->lives.load(std::memory_order_acquire);
  for (size_t i = all_.size(); i-- > 0;) {
    OriginSet* set = all_[i]->behind.get();
    if (!set || !all_[i]->isNeeded || std::exchange(set->mask, 1) != 0)
      continue;
    for (Origin* member : set->members)
      member->isNeeded = true;
  }
}

// Frees the origins of freed results. In the sets of survivors, replaces them by the contents of
// their own sets.
void Origins::collect() {
  auto earlier = [](const auto& a, const auto& b) { return a->serial < b->serial; };
  if (!absl::c_is_sorted(all_, earlier))
    std::sort(all_.begin(), all_.end(), earlier);
  markNeeded();
  HashMap<const OriginSet*, std::shared_ptr<OriginSet>> done;
  uint64_t walk = 0;
  numMembers_ = walked_ = 0;
  // Origins in a set are older than the owner of the set, so their own sets are clean already.
  auto clean = [&](const OriginSet& set) {
    auto next = std::make_shared<OriginSet>();
    ++walk;
    auto add = [&](Origin* member) {
      if (std::exchange(member->mask, walk) != walk)
        next->members.push_back(member);
    };
    for (Origin* member : set.members) {
      if (member->survives)
        add(member);
      else if (member->behind)
        std::for_each(member->behind->members.begin(), member->behind->members.end(), add);
    }
    numMembers_ += next->members.size();
    return next->members.empty() ? nullptr : next;
  };
  // The old sets stay alive here, because their addresses are keys of `done`.
  std::vector<std::shared_ptr<OriginSet>> replaced;
  for (auto& origin : all_) {
    if (!origin->behind || !origin->isNeeded)
      continue;
    auto [it, isNew] = done.try_emplace(origin->behind.get());
    if (isNew)
      it->second = clean(*origin->behind);
    replaced.push_back(std::exchange(origin->behind, it->second));
  }
  for (auto& origin : all_)
    origin->mask = 0;
  std::erase_if(all_, [](const auto& origin) { return !origin->survives; });
}

} // namespace lz::lazy
