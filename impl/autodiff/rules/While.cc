// A loop of n iterations is differentiated by two loops. The first loop runs the iterations again
// and saves, in buffers [n, ...], the carried values that the body's gradient needs. The second
// loop runs backwards:
//
//   for t = 0 .. n-1:  saved[t] = h;  h = h * h + w
//   for t = n-1 .. 0:  h = saved[t];  gw += gh;  gh = 2 * h * gh
//
// The counter is computed from t. Values that the body carries unchanged become captures of both
// loops. TripCount.h recognizes the counters of both loops, so both can be differentiated again.
#include "autodiff/Gradient.h"
#include "autodiff/Regions.h"
#include "autodiff/rules/Accumulate.h"
#include "autodiff/rules/TripCount.h"

namespace lz::autodiff {

namespace {

class LoopGradient {
public:
  LoopGradient(const RuleCall& call, const TripCount& count)
      : call_(call), b_(call.b), op_(call.op), body_(op_.regions[1]), count_(count),
        time_{count.iterations > INT32_MAX ? DType::S64 : DType::S32, {}} {}

  Status run() {
    passUnchanged();
    findCotangents();
    if (carried_.empty())
      return okStatus();
    Region step = bodyGradient();
    LZ_RETURN_IF_ERROR(b_.status());
    runForward(step);
    runBackward(step);
    return b_.status();
  }

private:
  bool unchanged(size_t i) const { return body_.results[i] == body_.params[i]; }

  void passUnchanged() {
    for (size_t i = 0; i < op_.operands.size(); ++i)
      if (unchanged(i))
        call_.to.add(op_.operands[i], call_.g[i]);
  }

  // Returns the values of the body that depend, in any iteration, on values whose cotangent is
  // wanted.
  ValueSet activeValues() const {
    ValueSet active;
    for (size_t i = 0; i < op_.operands.size(); ++i)
      if (call_.wants(i))
        active.insert(body_.params[i]);
    for (size_t before = SIZE_MAX; before != active.size();) {
      before = active.size();
      addDependents(call_, body_.ops, active);
      for (size_t i = 0; i < op_.operands.size(); ++i)
        if (active.contains(body_.results[i]) || call_.to.wants(body_.results[i]))
          active.insert(body_.params[i]);
    }
    return active;
  }

  // Returns `first` and all carried values on which the values in `first` depend in any iteration.
  // Adds to `values` the values of the body on which these carried values depend. Only values that
  // pass the filter are followed.
  std::vector<bool> sourcesOf(std::vector<bool> first, ValueFilter filter, ValueSet& values) const {
    for (bool changes = true; changes;) {
      changes = false;
      for (size_t i = 0; i < first.size(); ++i)
        if (first[i] && filter(body_.results[i]))
          values.insert(body_.results[i]);
      addSources(body_.ops, filter, values);
      for (size_t i = 0; i < first.size(); ++i)
        if (!first[i] && values.contains(body_.params[i]))
          first[i] = changes = true;
    }
    return first;
  }

  // Decides which cotangents the second loop carries: those of carried values that depend on a
  // wanted value and contribute to a result with a cotangent.
  void findCotangents() {
    ValueSet active = activeValues();
    auto isActive = [&](ValueId value) { return active.contains(value) || call_.to.wants(value); };
    std::vector<bool> useful;
    for (size_t i = 0; i < op_.operands.size(); ++i)
      useful.push_back(call_.g[i] != kNoValue && !unchanged(i));
    ValueSet sources;
    useful = sourcesOf(std::move(useful), isActive, sources);
    std::vector<ValueId> fixed;
    for (size_t i = 0; i < useful.size(); ++i) {
      if (unchanged(i) && sources.contains(body_.params[i]))
        fixed.push_back(op_.operands[i]);
      else if (useful[i] && active.contains(body_.params[i]))
        carried_.push_back(i);
    }
    std::vector<ValueId> captures = capturesOf(body_);
    std::erase_if(captures, [&](ValueId value) { return !sources.contains(value); });
    addWanted(call_, captures, captures_);
    addWanted(call_, fixed, captures_);
  }

  // Binds the body's parameters before the body is copied. If the body changes parameter i, own(i)
  // returns the new value for this parameter.
  void bindCarried(absl::FunctionRef<ValueId(size_t)> own, Builder& b, Cloner& cloner) const {
    for (size_t i = 0; i < body_.params.size(); ++i) {
      if (unchanged(i))
        bindKnown(call_, body_.params[i], op_.operands[i], b, cloner);
      else if (ValueId value = own(i); value != kNoValue)
        cloner.bind(body_.params[i], value);
    }
  }

  // Returns the body of the second loop. Its parameters are the carried values at the beginning of
  // an iteration, and then the cotangents of the carried_ values at the end of the iteration. Its
  // results are the cotangents of the carried_ values at the beginning, and then the cotangents of
  // captures_. Captures whose cotangent is always zero are removed from captures_.
  Region bodyGradient() {
    std::vector<TensorType> params;
    for (ValueId param : body_.params)
      params.push_back(b_.type(param));
    for (size_t i : carried_)
      params.push_back(b_.type(body_.params[i]));
    Region step = b_.region(params, [&](Builder& b, const ValueIds& p) -> ValueIds {
      Cloner cloner(b.program(), b.program());
      bindCarried([&](size_t i) { return p[i]; }, b, cloner);
      recompute(call_, body_, b, cloner);
      GradientRequest request;
      for (size_t k = 0; k < carried_.size(); ++k) {
        request.outputs.push_back(cloner.lookup(body_.results[carried_[k]]));
        request.cotangents.push_back(p[body_.params.size() + k]);
        request.arguments.push_back(p[carried_[k]]);
      }
      request.arguments.insert(request.arguments.end(), captures_.begin(), captures_.end());
      StatusOr<Gradients> gradients = appendGradients(b.program(), b.opList(), request);
      b.fail(gradients.status());
      if (!gradients.ok())
        return {};
      return reachedOf(*gradients);
    });
    dropUnused(step);
    return step;
  }

  ValueIds reachedOf(const Gradients& gradients) {
    size_t n = carried_.size();
    ValueIds results(gradients.values.begin(), gradients.values.begin() + ptrdiff_t(n));
    std::vector<ValueId> captures;
    for (size_t k = 0; k < captures_.size(); ++k) {
      if (!gradients.reached[n + k])
        continue;
      captures.push_back(captures_[k]);
      results.push_back(gradients.values[n + k]);
    }
    captures_ = std::move(captures);
    return results;
  }

  // Returns the counter's value in iteration `time`.
  ValueId counterAt(ValueId time, Builder& b) const {
    TensorType type = b.type(body_.params[count_.counter]), scalar{type.dtype, {}};
    auto constant = [&](int64_t value) {
      return b.op(Opcode::Constant, {}, {Literal::splatInt(scalar, value)});
    };
    ValueId value = b.convert(time, type.dtype);
    if (count_.step != 1)
      value = b.op(Opcode::Multiply, {value, constant(count_.step)});
    if (count_.start != 0)
      value = b.add(value, constant(count_.start));
    return b.broadcast(value, type.dims, {});
  }

  // Returns the start indices of the entry of iteration `time` in a buffer [n, ...], which has
  // `rank` dimensions after the first.
  ValueIds placeOf(ValueId time, int64_t rank, Builder& b) const {
    ValueIds place{time};
    place.resize(size_t(rank) + 1, b.zeros(time_));
    return place;
  }

  ValueId save(ValueId value, ValueId buffer, ValueId time, Builder& b) const {
    Dims dims = b.type(value).dims;
    ValueIds operands{buffer, kNoValue};
    for (ValueId start : placeOf(time, int64_t(dims.size()), b))
      operands.push_back(start);
    dims.insert(dims.begin(), 1);
    operands[1] = b.reshape(value, dims);
    return b.op(Opcode::DynamicUpdateSlice, operands);
  }

  ValueId load(ValueId buffer, ValueId time, Builder& b) const {
    Dims dims = b.type(buffer).dims;
    ValueIds operands{buffer};
    for (ValueId start : placeOf(time, int64_t(dims.size()) - 1, b))
      operands.push_back(start);
    Ints sizes(dims.begin(), dims.end());
    sizes[0] = 1;
    dims.erase(dims.begin());
    return b.reshape(b.op(Opcode::DynamicSlice, operands, {std::move(sizes)}), dims);
  }

  // Makes a loop that starts with time = first and, while `time direction bound` holds, computes
  // state = body(time, state) and adds `step` to time. Returns the last state.
  ValueIds countedLoop(int64_t first, ComparisonDirection direction, int64_t bound, int64_t step,
                       const ValueIds& state,
                       absl::FunctionRef<ValueIds(Builder&, const ValueIds&)> body) {
    ValueIds operands{b_.splat(double(first), time_)};
    operands.insert(operands.end(), state.begin(), state.end());
    std::vector<TensorType> params;
    for (ValueId operand : operands)
      params.push_back(b_.type(operand));
    std::vector<Region> regions;
    regions.push_back(b_.region(params, [&](Builder& b, const ValueIds& p) {
      return ValueIds{b.compare(p[0], b.splat(double(bound), time_), direction)};
    }));
    regions.push_back(b_.region(params, [&](Builder& b, const ValueIds& p) {
      ValueIds results = body(b, p);
      results.insert(results.begin(), b.add(p[0], b.splat(double(step), time_)));
      return results;
    }));
    dropUnused(regions.back());
    ValueIds last = b_.ops(Opcode::While, operands, {}, std::move(regions), operands.size());
    last.erase(last.begin());
    return last;
  }

  // Fills saved_ with a buffer for each carried value that `step` reads, and kNoValue for others.
  void runForward(const Region& step) {
    ValueSet read(step.results.begin(), step.results.end());
    auto all = [](ValueId) { return true; };
    addSources(step.ops, all, read);
    std::vector<bool> savedOnes, runs;
    ValueIds state, buffers;
    for (size_t i = 0; i < body_.params.size(); ++i)
      savedOnes.push_back(i != count_.counter && !unchanged(i) && read.contains(step.params[i]));
    ValueSet values;
    runs = sourcesOf(savedOnes, all, values);
    std::vector<size_t> running, saved;
    for (size_t i = 0; i < runs.size(); ++i) {
      if (!runs[i] || i == count_.counter || unchanged(i))
        continue;
      running.push_back(i);
      state.push_back(op_.operands[i]);
      if (!savedOnes[i])
        continue;
      saved.push_back(i);
      TensorType type = b_.type(op_.operands[i]);
      type.dims.insert(type.dims.begin(), count_.iterations);
      buffers.push_back(b_.zeros(type));
    }
    saved_.assign(runs.size(), kNoValue);
    if (saved.empty())
      return;
    state.insert(state.end(), buffers.begin(), buffers.end());
    ValueIds last = countedLoop(
        0, ComparisonDirection::LT, count_.iterations, 1, state,
        [&](Builder& b, const ValueIds& p) { return forwardBody(running, saved, b, p); });
    for (size_t k = 0; k < saved.size(); ++k)
      saved_[saved[k]] = last[running.size() + k];
  }

  ValueIds forwardBody(const std::vector<size_t>& running, const std::vector<size_t>& saved,
                       Builder& b, const ValueIds& p) {
    std::vector<ValueId> own(body_.params.size(), kNoValue);
    for (size_t k = 0; k < running.size(); ++k)
      own[running[k]] = p[1 + k];
    own[count_.counter] = counterAt(p[0], b);
    Cloner cloner(b.program(), b.program());
    bindCarried([&](size_t i) { return own[i]; }, b, cloner);
    recompute(call_, body_, b, cloner);
    ValueIds results;
    for (size_t i : running)
      results.push_back(cloner.lookup(body_.results[i]));
    for (size_t k = 0; k < saved.size(); ++k)
      results.push_back(save(own[saved[k]], p[1 + running.size() + k], p[0], b));
    return results;
  }

  void runBackward(const Region& step) {
    ValueIds state;
    for (size_t i : carried_)
      state.push_back(call_.cotangent(i));
    for (ValueId capture : captures_)
      state.push_back(b_.zeros(b_.type(capture)));
    ValueIds last =
        countedLoop(count_.iterations - 1, ComparisonDirection::GE, 0, -1, state,
                    [&](Builder& b, const ValueIds& p) { return backwardBody(step, b, p); });
    for (size_t k = 0; k < carried_.size(); ++k)
      call_.give(carried_[k], last[k]);
    for (size_t k = 0; k < captures_.size(); ++k)
      call_.to.add(captures_[k], last[carried_.size() + k]);
  }

  ValueIds backwardBody(const Region& step, Builder& b, const ValueIds& p) {
    Cloner cloner(b.program(), b.program());
    for (size_t i = 0; i < saved_.size(); ++i)
      if (saved_[i] != kNoValue)
        cloner.bind(step.params[i], load(saved_[i], p[0], b));
    cloner.bind(step.params[count_.counter], counterAt(p[0], b));
    for (size_t k = 0; k < carried_.size(); ++k)
      cloner.bind(step.params[saved_.size() + k], p[1 + k]);
    cloner.cloneOps(step.ops, b.opList());
    ValueIds results;
    for (size_t k = 0; k < carried_.size(); ++k)
      results.push_back(cloner.lookup(step.results[k]));
    Definitions definitions(b.program());
    definitions.add(step.ops);
    for (size_t k = carried_.size(); k < step.results.size(); ++k)
      results.push_back(accumulate(p[1 + k], step.results[k], definitions, b, cloner));
    return results;
  }

  const RuleCall& call_;
  Builder& b_;
  const Op& op_;
  const Region& body_;
  TripCount count_;
  TensorType time_;               // type of the counters of both loops
  std::vector<size_t> carried_;   // indices of carried values whose cotangent is carried
  std::vector<ValueId> captures_; // values whose cotangents are summed
  std::vector<ValueId> saved_;
};

} // namespace

Status vjpWhile(const RuleCall& call) {
  StatusOr<TripCount> count = tripCountOf(call.b.program(), call.op, call.definitions);
  if (!count.ok())
    return call.refuse(": its trip count must be known when the program is compiled, but ",
                       count.status().message(),
                       " (needed: an integer counter that starts at a constant, to which body adds "
                       "a constant, and which cond compares with a constant)");
  if (count->iterations > 0)
    return LoopGradient(call, *count).run();
  for (size_t i = 0; i < call.op.operands.size(); ++i)
    call.to.add(call.operand(i), call.g[i]);
  return okStatus();
}

} // namespace lz::autodiff
