// Features that change which values of a sketch are requested, and where and how they are computed.
// Also has the list of all features.
#include "Features.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <xmmintrin.h>

namespace lz::crossings {
namespace {

// Computes on one of three devices, while another device has work too.
class Devices : public Feature {
  const char* name() const override { return "device"; }

  void options(lz_context_options& options) override {
    options.host_devices = 3;
    options.threads = 3;
  }
  void begin(Run& run) override {
    hasActed = true;
    run.device = size_t(run.draw(int(run.devices.size())));
  }

  // Some nodes are computed on another device. This is not done under a gradient, because a
  // gradient treats values from other devices as constants. It is not done in a body either,
  // because nothing can be copied there.
  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    if (run.isDifferentiated || run.openBodies > 0 || run.draw(3) > 0)
      return next(operands);
    const size_t mine = run.device;
    const std::shared_ptr<Run> restore(&run, [mine](Run* of) { of->device = mine; });
    run.device = (mine + 1) % run.devices.size();
    Operands there;
    for (const Tensor& operand : operands)
      there.push_back(copyTo(run.on(), operand));
    return copyTo(run.devices[mine].get(), next(there));
  }
  static Tensor copyTo(lz_device* device, const Tensor& x) {
    lz_tensor* copy = nullptr;
    ok(lz_tensor_copy_to_device(x.get(), device, 0, &copy));
    return own(copy);
  }

  // Also records work on a neighbouring device. It is twice a matrix of numbers.
  void recorded(Run& run) override {
    const size_t mine = run.device;
    run.device = (mine + 1) % run.devices.size();
    Matrix numbers(run.rows);
    for (size_t i = 0; i < numbers.numbers.size(); ++i)
      numbers.numbers[i] = double(i);
    const Tensor x = run.fromHost(numbers);
    run.device = mine;
    lz_tensor* sum = nullptr;
    ok(lz_add(x.get(), x.get(), LZ_HERE, &sum));
    beside_ = {own(sum), {}};
    for (double number : numbers.numbers)
      beside_.numbers.push_back(float(2 * number));
  }
  void compute(Run& run) override {
    lz_barrier* made = nullptr;
    ok(lz_context_barrier(run.context, nullptr, run.coin() ? LZ_BARRIER_WAIT : 0,
                          run.coin() ? &made : nullptr));
    lz_barrier_release(made);
  }
  void computed(Run& run) override {
    if (run.wasCancelled || !beside_.tensor)
      return;
    std::vector<float> got(beside_.numbers.size());
    ok(lz_tensor_read(beside_.tensor.get(), got.data(), got.size() * sizeof(float)));
    if (got != beside_.numbers)
      throw std::logic_error("the work of another device is wrong");
  }
  void end(Run&) override { beside_ = {}; }

  Run::Wanted beside_;
};

class Gradient : public Feature {
  const char* name() const override { return "gradient"; }

  void recorded(Run& run) override {
    hasActed = true;
    Tensors outputs;
    for (const Run::Wanted& wanted : run.wanted)
      outputs.push_back(wanted.tensor);
    const Tensors cotangents(outputs.size(), run.filled(1));
    lz_gradient_options options{};
    options.struct_size = sizeof options;
    options.allow_unused = 1;
    lz_tensor* gradients[Sketch::kInputs] = {};
    ok(lz_gradients(raw(outputs).data(), outputs.size(), raw(cotangents).data(),
                    raw(run.inputs).data(), run.inputs.size(), &options, gradients));
    const std::vector<Matrix> want = run.sketch.gradients(run.rows);
    for (size_t i = 0; i < Sketch::kInputs; ++i)
      run.wanted.push_back(
          {own(gradients[i]), std::vector<float>(want[i].numbers.begin(), want[i].numbers.end())});
  }
};

class Compare : public Feature {
  const char* name() const override { return "compare"; }

  void recorded(Run& run) override {
    hasActed = true;
    std::vector<lz_tensor*> tensors;
    for (const Run::Wanted& wanted : run.wanted)
      tensors.push_back(wanted.tensor.get());
    lz_op_difference difference{};
    difference.struct_size = sizeof difference;
    lz_string* text = nullptr;
    ok(lz_recording_compare(tensors.data(), tensors.size(), &difference, &text));
    const std::string words = lz_string_data(text);
    lz_string_release(text);
    if (difference.op >= 0)
      throw std::logic_error("op by op it differs: " + words);
  }
};

// Inputs are donated, and half of them have no handle left.
class Donation : public Feature {
  const char* name() const override { return "donation"; }

  void compute(Run& run) override {
    hasActed = true;
    for (Tensor& input : run.inputs) {
      ok(lz_tensor_donate(input.get()));
      if (run.coin())
        input.reset();
    }
    ok(lz_context_barrier(run.context, run.on(), run.coin() ? LZ_BARRIER_WAIT : 0, nullptr));
  }
};

// If a guard refuses something, it is recorded or computed after the guard has ended.
class Guard : public Feature {
  const char* name() const override { return "guard"; }

  using Held = std::shared_ptr<lz_guard>;
  static Held begin(const Run& run, uint64_t kind, int64_t compiles) {
    lz_guard* guard = nullptr;
    ok(lz_guard_begin(run.context, kind, compiles, LZ_HERE, &guard));
    return Held(guard, lz_guard_release);
  }

  // If recording is lazy, nothing is refused here.
  Tensor op(Run& run, const Operands& operands, const Next& next) override {
    if (run.coin())
      return next(operands);
    hasActed = true;
    const int64_t calls = run.expectedCalls;
    try {
      const Held held = begin(run, run.coin() ? LZ_GUARD_NO_EXECUTION : LZ_GUARD_NO_SYNC, 0);
      return next(operands);
    } catch (const Refusal& refusal) {
      if (refusal.code != LZ_FAILED_PRECONDITION)
        throw;
    }
    run.expectedCalls = calls;
    return next(operands);
  }

  void compute(Run& run) override {
    hasActed = true;
    const uint64_t kinds[] = {LZ_GUARD_NO_EXECUTION, LZ_GUARD_NO_SYNC, LZ_GUARD_MAX_COMPILES};
    const uint64_t kind = kinds[run.draw(3)];
    const Held held = begin(run, kind, kind == LZ_GUARD_MAX_COMPILES ? run.draw(2) : 0);
    try {
      if (run.coin())
        ok(lz_context_barrier(run.context, run.on(), LZ_BARRIER_WAIT, nullptr));
      lz_tensor* first = run.wanted.front().tensor.get();
      ok(lz_evaluate(&first, 1, LZ_BARRIER_WAIT, nullptr));
    } catch (const Refusal& refusal) {
      if (refusal.code != LZ_FAILED_PRECONDITION)
        throw;
    }
  }
};

// In the first run of a context, another thread cancels the work in flight.
class Cancellation : public Feature {
  const char* name() const override { return "cancellation"; }

  void compute(Run& run) override {
    if (run.number > 0)
      return;
    run.mayBeCancelled = hasActed = true;
    const auto after = std::chrono::microseconds(run.draw(20000));
    canceller_ = std::thread([context = run.context, after] {
      std::this_thread::sleep_for(after);
      lz_status_release(lz_context_cancel(context));
    });
  }
  void computed(Run&) override { join(); }
  void end(Run&) override { join(); }
  bool mayRefuse(const Run& run, const Refusal& refusal) const override {
    return run.mayBeCancelled && refusal.code == LZ_CANCELLED;
  }
  void join() {
    if (canceller_.joinable())
      canceller_.join();
  }

  std::thread canceller_;
};

// The calling thread rounds upwards and treats denormal numbers as 0. This must have no effect. To
// test it, one result is multiplied by 0.1, which rounds.
class Mode : public Feature {
  const char* name() const override { return "floating-point mode"; }

  // With this level a product is rounded once, wherever it is computed.
  void options(lz_context_options& options) override { options.numerics = LZ_NUMERICS_STRICT; }

  void begin(Run&) override {
    hasActed = true;
    constexpr unsigned kFlush = 0x8040, kRoundUp = 0x4000;
    before_ = _mm_getcsr();
    _mm_setcsr(before_ | kFlush | kRoundUp);
  }
  void recorded(Run& run) override {
    const float tenth = 0.1F;
    const Tensor factors = run.filled(tenth);
    const Run::Wanted& whole = run.wanted.front();
    lz_tensor* product = nullptr;
    ok(lz_multiply(whole.tensor.get(), factors.get(), LZ_HERE, &product));
    Run::Wanted rounded{own(product), whole.numbers};
    const unsigned here = _mm_getcsr();
    _mm_setcsr(before_);
    for (float& number : rounded.numbers) {
      volatile float exact = number; // multiplied here, between the two
      number = exact * tenth;
      exact = number;
    }
    _mm_setcsr(here);
    run.wanted.push_back(std::move(rounded));
  }
  void end(Run&) override { _mm_setcsr(before_); }

  unsigned before_ = 0;
};

template <typename F> std::unique_ptr<Feature> make() {
  return std::make_unique<F>();
}

} // namespace

// The features are in the order in which they act on a run. Features that request more values come
// before features that compute the values.
const std::vector<MakeFeature> kFeatures = {
    makeBucket,     makeVariable, makeOpByOp,    makeBody,       makeHostCall, make<Devices>,
    make<Gradient>, make<Mode>,   make<Compare>, make<Donation>, make<Guard>,  make<Cancellation>};

} // namespace lz::crossings
