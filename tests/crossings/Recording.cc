// Features that change how a sketch is recorded.
#include "Features.h"

#include <atomic>
#include <cstring>
#include <thread>

namespace lz::crossings {
namespace {

bool says(const Refusal& refusal, lz_code code, const char* text) {
  return refusal.code == code && std::strstr(refusal.what(), text);
}

class Bucket : public Feature {
  const char* name() const override { return "bucket"; }
  Tensor input(Run&, Tensor x) override {
    hasActed = true;
    ok(lz_tensor_bucket(x.get(), 4));
    return x;
  }
  // Host calls and bodies have no rule for batches. If the batch has three samples, its dimension
  // may be combined with one of the 3 x 3 weights.
  bool mayRefuse(const Run&, const Refusal& refusal) const override {
    return says(refusal, LZ_UNIMPLEMENTED, "bucketed") ||
           says(refusal, LZ_INVALID_ARGUMENT, "but was not bucketed");
  }
};

// The tensor is the value of a variable, assigned as a whole or through views.
class Variable : public Feature {
  const char* name() const override { return "variable and view"; }

  using Held = std::shared_ptr<lz_variable>;
  static Held own(lz_variable* variable) { return Held(variable, lz_variable_release); }
  static Held variableOf(const Tensor& value) {
    lz_variable* made = nullptr;
    ok(lz_variable_create(value.get(), &made));
    return own(made);
  }
  static Tensor valueOf(const Held& variable) {
    lz_tensor* value = nullptr;
    ok(lz_variable_value(variable.get(), LZ_HERE, &value));
    return crossings::own(value);
  }
  Tensor input(Run&, Tensor x) override {
    hasActed = true;
    return valueOf(variableOf(x));
  }

  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    const Tensor made = next(operands);
    if (run.coin())
      return made;
    const Held variable = variableOf(operands.front());
    switch (run.draw(3)) {
    case 0:
      ok(lz_variable_assign(variable.get(), made.get(), LZ_HERE));
      break;
    case 1:
      assignTurned(variable, made);
      break;
    default:
      assignInParts(run, variable, made);
    }
    return valueOf(variable);
  }

  static void assignTurned(const Held& variable, const Tensor& value) {
    const int64_t turned[2] = {1, 0};
    lz_variable* view = nullptr;
    lz_tensor* transposed = nullptr;
    ok(lz_variable_permute(variable.get(), turned, 2, LZ_HERE, &view));
    const Held held = own(view);
    ok(lz_transpose(value.get(), turned, 2, LZ_HERE, &transposed));
    ok(lz_variable_assign(view, crossings::own(transposed).get(), LZ_HERE));
  }
  static void assignInParts(Run& run, const Held& variable, const Tensor& value) {
    const int64_t cut = 1 + run.draw(2);
    for (const bool isFirst : {true, false}) {
      const int64_t from[2] = {0, isFirst ? 0 : cut};
      const int64_t to[2] = {run.rows, isFirst ? cut : kColumns}, by[2] = {1, 1};
      lz_variable* view = nullptr;
      lz_tensor* part = nullptr;
      ok(lz_variable_slice(variable.get(), from, to, by, 2, LZ_HERE, &view));
      const Held held = own(view);
      ok(lz_slice(value.get(), from, 2, to, 2, by, 2, LZ_HERE, &part));
      ok(lz_variable_assign(view, crossings::own(part).get(), LZ_HERE));
    }
  }
};

// Passes some values through a host function that counts its calls.
class HostCall : public Feature {
  const char* name() const override { return "host call"; }

  static lz_status* copy(void* user, const lz_host_call_args* args) {
    static_cast<HostCall*>(user)->calls_.fetch_add(1);
    std::memcpy(args->results[0].data, args->operands[0].data, size_t(args->results[0].nbytes));
    return nullptr;
  }
  void opened(lz_context* context) override {
    lz_host_call_options options{};
    options.struct_size = sizeof options;
    options.flags = LZ_HOST_CALL_HAS_EFFECTS;
    options.user = this;
    ok(lz_context_register_host_call(context, "copy", copy, &options));
  }
  // A refused run may have submitted work that still calls the function.
  void begin(Run& run) override {
    lz_status_release(lz_context_barrier(run.context, nullptr, LZ_BARRIER_WAIT, nullptr));
    calls_ = 0;
  }
  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    const Tensor made = next(operands);
    if (run.coin())
      return made;
    hasActed = true;
    const int64_t dims[2] = {run.rows, kColumns};
    const lz_tensor_type type = {LZ_DTYPE_F32, 0, 2, dims};
    lz_tensor *operand = made.get(), *out = nullptr;
    ok(lz_host_call(run.on(), "copy", &operand, 1, &type, nullptr, LZ_HERE, &out, 1));
    run.expectedCalls += run.repeat;
    return own(out);
  }
  void computed(Run& run) override {
    if (!run.wasCancelled && calls_ != run.expectedCalls)
      throw std::logic_error("the host was called " + std::to_string(calls_) +
                             " times instead of " + std::to_string(run.expectedCalls));
  }
  // A host call has no derivative, and must not run twice for a comparison.
  bool mayRefuse(const Run&, const Refusal& refusal) const override {
    return says(refusal, LZ_UNIMPLEMENTED, "custom_call") ||
           says(refusal, LZ_UNIMPLEMENTED, "has effects");
  }

  std::atomic<int64_t> calls_{0};
};

// Records nodes in the body of a call, a branch or a loop. The operands are parameters, or are
// captured.
class Body : public Feature {
  const char* name() const override { return "body"; }

  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    switch (run.draw(4)) {
    case 0:
      return next(operands);
    case 1:
      hasActed = true;
      return call(run, operands, next);
    case 2:
      hasActed = true;
      return branch(run, operands, next);
    default:
      hasActed = true;
      return loop(run, operands, next);
    }
  }
  // The gradient of a loop needs to know its number of trips.
  bool mayRefuse(const Run& run, const Refusal& refusal) const override {
    return run.isDifferentiated && says(refusal, LZ_UNIMPLEMENTED, "trip count");
  }

  // Ops that are recorded while this object lives run this many times as often.
  class Inside {
  public:
    Inside(Run& run, int times) : run_(run), repeat_(run.repeat) {
      run.repeat *= times;
      ++run.openBodies;
    }
    Inside(const Inside&) = delete;
    ~Inside() {
      run_.repeat = repeat_;
      --run_.openBodies;
    }

  private:
    Run& run_;
    const int repeat_;
  };

  static Function begin(const Run& run, const char* name) {
    lz_function* begun = nullptr;
    ok(lz_function_begin(run.on(), name, &begun));
    return Function(begun, lz_function_release);
  }
  static Tensor parameter(const Function& function, lz_dtype dtype, std::vector<int64_t> dims) {
    lz_tensor* made = nullptr;
    ok(lz_function_parameter(function.get(), dtype, dims.data(), dims.size(), &made));
    return own(made);
  }
  static void finish(const Function& function, const Tensors& results) {
    ok(lz_function_finish(function.get(), raw(results).data(), results.size()));
  }
  static Tensor constant(const Run& run, lz_dtype dtype, const void* value) {
    lz_tensor* made = nullptr;
    ok(lz_constant(run.on(), dtype, nullptr, 0, value, LZ_HERE, &made));
    return own(made);
  }

  // Another thread calls a barrier. Ops that may belong to an open body of this thread are not
  // computed, but the histories of variables end.
  static void barrierElsewhere(Run& run) {
    if (run.isDifferentiated || run.draw(4) > 0)
      return;
    std::thread([context = run.context] {
      lz_status_release(lz_context_barrier(context, nullptr, 0, nullptr));
    }).join();
  }

  static Tensor call(Run& run, const Operands& operands, const Next& next) {
    const Function body = begin(run, "called");
    Operands inside, given;
    for (const Tensor& operand : operands)
      if (run.coin()) {
        inside.push_back(operand);
      } else {
        inside.push_back(parameter(body, LZ_DTYPE_F32, {run.rows, kColumns}));
        given.push_back(operand);
      }
    {
      const Inside once(run, 1);
      const Tensor made = next(inside);
      barrierElsewhere(run);
      finish(body, {made});
    }
    std::vector<lz_tensor*> all = raw(given);
    all.push_back(nullptr); // stands for a missing operand, so that positions agree
    lz_tensor* out = nullptr;
    ok(lz_call(all.data(), given.size(), body.get(), LZ_HERE, &out, 1));
    return own(out);
  }

  static Tensor branch(Run& run, const Operands& operands, const Next& next) {
    const bool isFirst = run.coin();
    const uint8_t choice = isFirst;
    lz_tensor* pred = nullptr;
    ok(lz_scalar(run.on(), LZ_DTYPE_PRED, &choice, LZ_HERE, &pred));
    const Tensor held = own(pred);
    const Function taken = begin(run, "taken");
    {
      const Inside once(run, 1);
      const Tensor made = next(operands);
      barrierElsewhere(run);
      finish(taken, {made});
    }
    const Function other = begin(run, "other");
    {
      const Inside never(run, 0);
      lz_tensor* negative = nullptr;
      ok(lz_negate(next(operands).get(), LZ_HERE, &negative));
      finish(other, {own(negative)});
    }
    lz_tensor* out = nullptr;
    ok(lz_if(pred, (isFirst ? taken : other).get(), (isFirst ? other : taken).get(), LZ_HERE, &out,
             1));
    return own(out);
  }

  static Tensor less(const Tensor& a, const Tensor& b) {
    lz_tensor* out = nullptr;
    ok(lz_compare(a.get(), b.get(), LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE,
                  &out));
    return own(out);
  }
  // Returns a predicate that is always true: it compares the first element with a number that is
  // larger than all values.
  static Tensor isSmall(const Run& run, const Tensor& x) {
    const int64_t from[2] = {0, 0}, to[2] = {1, 1}, by[2] = {1, 1};
    lz_tensor *corner = nullptr, *element = nullptr;
    ok(lz_slice(x.get(), from, 2, to, 2, by, 2, LZ_HERE, &corner));
    const Tensor held = own(corner);
    ok(lz_reshape(corner, nullptr, 0, LZ_HERE, &element));
    const float large = 1e30F;
    return less(own(element), constant(run, LZ_DTYPE_F32, &large));
  }

  // In some loops the condition computes the node, too. A condition runs once more than there are
  // trips.
  static Function condition(Run& run, const Operands& operands, const Next& next, int32_t trips) {
    const Function cond = begin(run, "goes_on");
    const Tensor count = parameter(cond, LZ_DTYPE_S32, {});
    parameter(cond, LZ_DTYPE_F32, {run.rows, kColumns});
    Tensor goesOn = less(count, constant(run, LZ_DTYPE_S32, &trips));
    if (run.draw(run.isDifferentiated ? 16 : 4) == 0) {
      const Inside asked(run, trips + 1);
      lz_tensor* both = nullptr;
      ok(lz_and(goesOn.get(), isSmall(run, next(operands)).get(), LZ_HERE, &both));
      goesOn = own(both);
    }
    finish(cond, {goesOn});
    return cond;
  }

  // Each trip computes the node again from the same operands.
  static Tensor loop(Run& run, const Operands& operands, const Next& next) {
    const int32_t zero = 0, one = 1, trips = 1 + run.draw(3);
    const Function cond = condition(run, operands, next, trips);
    const Function body = begin(run, "trip");
    const Tensor count = parameter(body, LZ_DTYPE_S32, {});
    parameter(body, LZ_DTYPE_F32, {run.rows, kColumns});
    lz_tensor* out = nullptr;
    ok(lz_add(count.get(), constant(run, LZ_DTYPE_S32, &one).get(), LZ_HERE, &out));
    const Tensor following = own(out);
    {
      const Inside tripped(run, trips);
      const Tensor made = next(operands);
      barrierElsewhere(run);
      finish(body, {following, made});
    }
    const Tensors state = {constant(run, LZ_DTYPE_S32, &zero), operands.front()};
    lz_tensor* outs[2] = {nullptr, nullptr};
    ok(lz_while(raw(state).data(), 2, cond.get(), body.get(), LZ_HERE, outs, 2));
    own(outs[0]);
    return own(outs[1]);
  }
};

// Some nodes run as soon as they are recorded.
class OpByOp : public Feature {
  const char* name() const override { return "op by op"; }

  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    if (run.coin())
      return next(operands);
    hasActed = true;
    int32_t before = 0;
    ok(lz_context_set_op_by_op(run.context, 1, &before));
    const std::shared_ptr<lz_context> restore(run.context, [before](lz_context* context) {
      lz_status_release(lz_context_set_op_by_op(context, before, nullptr));
    });
    return next(operands);
  }
};

} // namespace

std::unique_ptr<Feature> makeBucket() {
  return std::make_unique<Bucket>();
}
std::unique_ptr<Feature> makeVariable() {
  return std::make_unique<Variable>();
}
std::unique_ptr<Feature> makeHostCall() {
  return std::make_unique<HostCall>();
}
std::unique_ptr<Feature> makeBody() {
  return std::make_unique<Body>();
}
std::unique_ptr<Feature> makeOpByOp() {
  return std::make_unique<OpByOp>();
}

} // namespace lz::crossings
