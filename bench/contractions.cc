// Compares contractions with the cost model. Each contraction is computed in every way that
// contraction/plan knows, with each CPU class of the machine, on one thread or on N. Each way gives
// one line of JSON. A program runs the way with the least predicted time, so this should be the way
// with the least measured time.
//
//   bench_contractions [--seconds S] [--threads N] [--cpu CLASS] [PART OF A NAME]
#include "GoldenShapes.h"
#include "absl/strings/str_replace.h"
#include "codegen/MicroKernels.h"
#include "contraction/plan/Pairs.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace lz::contraction {
namespace {

double nsNow() {
  using Ns = std::chrono::duration<double, std::nano>;
  return Ns(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Memory filled with zeros, so that its pages exist.
class Memory {
public:
  explicit Memory(int64_t bytes) : data_(std::aligned_alloc(64, size_t(roundedUp(bytes)))) {
    std::fill_n(static_cast<char*>(data_), roundedUp(bytes), char(0));
  }
  ~Memory() { std::free(data_); }
  Memory(const Memory&) = delete;
  void* data() const { return data_; }

private:
  static int64_t roundedUp(int64_t bytes) { return (bytes + 127) / 64 * 64; }
  void* data_;
};

int64_t endOf(const Axis& axis) {
  int64_t last = 0;
  for (const AxisPart& part : axis)
    last += (part.extent - 1) * part.stride;
  return last;
}

int64_t bytesOf(const OperandSpec& operand) {
  int64_t last = endOf(operand.batch) + endOf(operand.rows) + endOf(operand.k);
  for (const WindowAxis& axis : operand.window)
    last += (axis.inputExtent - 1) * axis.elementStride;
  return (last + 1) * int64_t(byteSize(operand.dtype));
}

int64_t outBytesOf(const TiledContraction& spec) {
  return (endOf(spec.outBatch) + endOf(spec.outM) + endOf(spec.outN) + 1) *
         int64_t(byteSize(spec.outType));
}

// Returns the median time of a call of `run`. With 0 seconds, returns 0 without a call.
double medianNs(double seconds, const auto& run) {
  if (seconds == 0)
    return 0;
  constexpr double kSampleNs = 5e4;
  auto sample = [&](int64_t calls) {
    const double begin = nsNow();
    for (int64_t i = 0; i < calls; ++i)
      run();
    return (nsNow() - begin) / double(calls);
  };
  sample(1);
  const int64_t calls = std::max<int64_t>(1, int64_t(kSampleNs / std::max(1.0, sample(1))));
  std::vector<double> samples;
  for (double begin = nsNow(); samples.size() < 5 || nsNow() - begin < seconds * 1e9;)
    samples.push_back(sample(calls));
  std::nth_element(samples.begin(), samples.begin() + int64_t(samples.size() / 2), samples.end());
  return samples[samples.size() / 2];
}

const char* nameOf(const ContractionPlan& plan) {
  if (const auto* thin = std::get_if<ThinPlan>(&plan.kind))
    return thin->shape.turned ? "thin, turned" : "thin";
  return plan.is<PackedPlan>()           ? "packed"
         : plan.is<DotsPlan>()           ? "dots"
         : plan.is<StreamedPlan>()       ? "streamed"
         : plan.is<FilterGradientPlan>() ? "filter gradient"
                                         : "empty";
}

struct Options {
  double seconds = 0.005;
  int threads = 1;
};

void measureForm(const std::string& name, const TiledContraction& spec, const Options& options) {
  const Memory lhs(bytesOf(spec.isSwapped ? spec.rhs : spec.lhs)),
      rhs(bytesOf(spec.isSwapped ? spec.lhs : spec.rhs)), out(outBytesOf(spec));
  ThreadPool pool(options.threads);
  for (const ContractionPlan& plan : plansOf(spec, options.threads, caches())) {
    const Memory scratch(plan.scratchBytes());
    const double ns = medianNs(options.seconds, [&] {
      runContraction(plan, lhs.data(), rhs.data(), out.data(), scratch.data(), plan.scratchBytes(),
                     pool);
    });
    const std::string text = absl::StrReplaceAll(print(plan), {{"\n", "; "}});
    std::printf("{\"shape\": \"%s\", \"cpu\": \"%s\", \"kind\": \"%s\", \"predicted_ns\": %.1f, "
                "\"measured_ns\": %.1f, \"plan\": \"%s\"}\n",
                name.c_str(), machineClassName(spec.cpu).c_str(), nameOf(plan), plan.ns, ns,
                text.c_str());
    std::fflush(stdout);
  }
}

void measure(const GoldenShape& shape, MachineClass cpu, const Options& options) {
  TiledContraction spec = shape.spec;
  constexpr double kMostProducts = 2e9, kMostBytes = 1e9;
  const double products = double(spec.batch) * double(spec.m) * double(spec.n) * double(spec.k);
  if (shape.sliced || spec.outByRows || spec.ownByRows || !spec.largeBlocks || products == 0 ||
      products > kMostProducts || double(outBytesOf(spec)) > kMostBytes)
    return;
  spec.cpu = cpu;
  spec.kernels = &codegen::microKernels(spec.compute, cpu);
  if (shape.pairs) {
    const KernelTable* pairs = codegen::pairKernels(cpu);
    if (!pairs)
      return;
    usePairs(spec, *pairs);
  }
  for (const TiledContraction& form : formsOf(spec))
    measureForm(shape.name, form, options);
}

// Returns the golden shapes, and shapes near the limits at which one way becomes better than
// another.
std::vector<GoldenShape> shapes() {
  std::vector<GoldenShape> all = goldenShapes();
  auto add = [&](const Product& product, DType in = DType::F32) {
    all.push_back(shapeOf(product, in, in));
  };
  for (int64_t n : {1, 3, 5, 8, 12, 16, 17, 24, 32})
    for (int64_t k : {1, 3, 8, 16, 24, 32, 48, 96}) {
      for (int64_t m : {5, 40, 1000, 50000})
        add({1, m, n, k});
      add({1000, 8, n, k});
      add({1, 1000, n, k, true, true});
      add({1, 1000, n, k, true, true, true});
      add({1, 1000, n, k, false, true, true});
      add({1, 1000, n, k, false, true}, DType::BF16);
      add({1, 1000, n, k}, DType::F64);
    }
  for (int64_t n : {8, 17, 24, 32})
    for (int64_t k : {160, 320, 640})
      for (int64_t m : {40, 1000, 20000}) {
        add({1, m, n, k});
        add({1, m, n, k, true});
        add({1, n, m, k});
      }
  for (int64_t m : {1, 2, 4, 6, 8})
    for (auto [k, n] : {std::array<int64_t, 2>{64, 256},
                        {256, 64},
                        {256, 256},
                        {500, 500},
                        {512, 512},
                        {1024, 256},
                        {512, 2048},
                        {512, 2064},
                        {2048, 512},
                        {4096, 4096},
                        {4096, 4112},
                        {32, 20000},
                        {20000, 32}})
      add({1, m, n, k});
  // Layers with few taps, channels or images.
  for (int64_t images : {1, 8, 64})
    for (auto [size, channels, features, taps, stride] : {std::array<int64_t, 5>{28, 1, 16, 3, 1},
                                                          {28, 1, 32, 3, 1},
                                                          {28, 1, 32, 5, 1},
                                                          {28, 1, 16, 3, 2},
                                                          {28, 2, 16, 3, 1},
                                                          {14, 16, 32, 3, 1},
                                                          {14, 16, 32, 1, 1},
                                                          {32, 3, 32, 3, 1},
                                                          {32, 4, 64, 3, 1},
                                                          {32, 8, 48, 3, 1},
                                                          {16, 32, 32, 3, 1},
                                                          {16, 32, 32, 3, 2},
                                                          {8, 64, 64, 3, 1},
                                                          {8, 1, 64, 3, 1},
                                                          {64, 1, 32, 7, 2},
                                                          {64, 3, 64, 7, 2}})
      for (GoldenShape& shape : shapesOf({images, size, channels, features, taps, stride}))
        all.push_back(std::move(shape));
  // Small steps of recurrent cells.
  for (int64_t m : {1, 2, 3, 4, 5, 6, 7, 8, 12})
    for (int64_t n : {32, 64, 96, 128})
      for (int64_t k : {32, 64, 96, 128})
        add({1, m, n, k});
  // These shapes are near the limit between reading in place and packing, and near the limit
  // between keeping and exchanging the operands.
  for (int64_t m : {8, 30, 128, 400})
    for (int64_t n : {24, 64, 300, 1024})
      for (int64_t k : {48, 300, 512, 1100})
        for (bool lhsTurned : {false, true})
          for (bool rhsTurned : {false, true})
            add({1, m, n, k, lhsTurned, rhsTurned});
  return all;
}

int run(int count, char** words) {
  Options options;
  std::string part, only;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--seconds" && i + 1 < count)
      options.seconds = std::atof(words[++i]);
    else if (word == "--threads" && i + 1 < count)
      options.threads = std::atoi(words[++i]);
    else if (word == "--cpu" && i + 1 < count)
      only = words[++i];
    else
      part = word;
  }
  for (const GoldenShape& shape : shapes())
    for (MachineClass cpu : hostMachineClasses())
      if (shape.name.find(part) != std::string::npos &&
          (only.empty() || machineClassName(cpu) == only))
        measure(shape, cpu, options);
  return 0;
}

} // namespace
} // namespace lz::contraction

int main(int count, char** words) {
  return lz::contraction::run(count, words);
}
