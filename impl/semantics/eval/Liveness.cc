#include "semantics/eval/Liveness.h"

namespace lz::eval {

class LivenessAnalysis {
public:
  explicit LivenessAnalysis(const Program& program)
      : owner_(program.types.size(), nullptr), lastUse_(program.types.size(), kNever) {
    visit(program.body);
  }

  Liveness take() { return std::move(tables_); }

private:
  static constexpr int32_t kNever = -1; // an unused parameter: it has no last use
  static constexpr int32_t kAtEnd = -2; // a result of its region

  // Returns the values that `region` and its nested regions use but do not define.
  std::vector<ValueId> visit(const Region& region) {
    std::vector<ValueId> captured;
    define(region, region.params, kNever);
    for (size_t i = 0; i < region.ops.size(); ++i) {
      const Op& op = region.ops[i];
      use(region, op.operands, int32_t(i), captured);
      for (const Region& nested : op.regions)
        use(region, visit(nested), int32_t(i), captured);
      define(region, op.results, int32_t(i));
    }
    use(region, region.results, kAtEnd, captured);
    tables_[&region] = table(region);
    return captured;
  }

  void define(const Region& region, absl::Span<const ValueId> values, int32_t at) {
    for (ValueId v : values) {
      owner_[size_t(v)] = &region;
      lastUse_[size_t(v)] = at;
    }
  }

  void use(const Region& region, absl::Span<const ValueId> values, int32_t at,
           std::vector<ValueId>& captured) {
    for (ValueId v : values) {
      if (owner_[size_t(v)] == &region)
        lastUse_[size_t(v)] = at;
      else
        captured.push_back(v);
    }
  }

  // Sorts the region's values by the position of the op that uses them last (counting sort).
  DeathTable table(const Region& region) const {
    DeathTable table;
    table.begins_.assign(region.ops.size() + 1, 0);
    forEachDying(region, [&](ValueId, size_t op) { ++table.begins_[op + 1]; });
    for (size_t i = 0; i < region.ops.size(); ++i)
      table.begins_[i + 1] += table.begins_[i];
    table.values_.resize(table.begins_.back());
    std::vector<size_t> next(table.begins_.begin(), table.begins_.end() - 1);
    forEachDying(region, [&](ValueId v, size_t op) { table.values_[next[op]++] = v; });
    return table;
  }

  template <typename Fn> void forEachDying(const Region& region, Fn&& fn) const {
    auto each = [&](absl::Span<const ValueId> values) {
      for (ValueId v : values)
        if (lastUse_[size_t(v)] >= 0)
          fn(v, size_t(lastUse_[size_t(v)]));
    };
    each(region.params);
    for (const Op& op : region.ops)
      each(op.results);
  }

  std::vector<const Region*> owner_;
  std::vector<int32_t> lastUse_;
  Liveness tables_;
};

Liveness analyzeLiveness(const Program& program) {
  return LivenessAnalysis(program).take();
}

} // namespace lz::eval
