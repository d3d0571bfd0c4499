// Records one sketch through the C API, with some features of the library. A feature changes how
// the numbers are computed, but not the numbers. So any two features can be combined.
#pragma once

#include "Sketch.h"
#include "lazuli/lazuli.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lz::crossings {

// The status of a call that failed.
struct Refusal : std::runtime_error {
  Refusal(lz_code code, const std::string& message) : std::runtime_error(message), code(code) {}
  lz_code code;
};
void ok(lz_status* status);

using Tensor = std::shared_ptr<lz_tensor>;
using Tensors = std::vector<Tensor>;
using Function = std::shared_ptr<lz_function>;

inline Tensor own(lz_tensor* tensor) {
  return Tensor(tensor, lz_tensor_release);
}
std::vector<lz_tensor*> raw(const Tensors& tensors);

class Feature;
using Features = std::vector<std::unique_ptr<Feature>>;

struct Run {
  const Sketch& sketch;
  std::mt19937& random;
  int64_t rows;
  int number; // number of this run of the sketch in its context
  lz_context* context;
  std::vector<std::shared_ptr<lz_device>> devices;
  size_t device = 0;
  bool isDifferentiated = false; // true if every value is part of one history
  std::vector<size_t> nesting{}; // features around a node, the outermost one first
  Tensors inputs{};
  // A tensor to be computed, and the values that it must have.
  struct Wanted {
    Tensor tensor;
    std::vector<float> numbers;
  };
  std::vector<Wanted> wanted{};
  // How often an op that is recorded now will run. An op in the body of a loop runs once per trip.
  int repeat = 1;
  int openBodies = 0;        // number of open bodies around the ops that are recorded now
  int64_t expectedCalls = 0; // calls of the host
  bool mayBeCancelled = false, wasCancelled = false;

  lz_device* on() const { return devices[device].get(); }
  int draw(int below) { return int(random() % unsigned(below)); }
  bool coin() { return draw(2) != 0; }
  Tensor fromHost(const Matrix& numbers) const;
  Tensor filled(float number) const; // a tensor with this number in each element
};

using Operands = Tensors;
using Next = std::function<Tensor(const Operands&)>;

class Feature {
public:
  virtual ~Feature() = default;
  virtual const char* name() const = 0;

  size_t number = 0; // position in kFeatures
  // True if the feature has changed something in this run, or was refused. If false, the run does
  // not count as a test of its pairs.
  bool hasActed = false;

  virtual void options(lz_context_options&) {}
  virtual void opened(lz_context*) {}
  virtual void begin(Run&) {}
  // Returns a tensor with the same value as x, made in another way.
  virtual Tensor input(Run&, Tensor x) { return x; }
  // Records one node. `next` records it with the features that follow.
  virtual Tensor op(Run&, const Operands& operands, const Next& next) { return next(operands); }
  // Called after the entire sketch has been recorded, before any value is requested.
  virtual void recorded(Run&) {}
  virtual void compute(Run&) {}
  // Called when all numbers have been compared.
  virtual void computed(Run&) {}
  virtual void end(Run&) {} // called in any case
  // Returns true if the headers allow the library to refuse this feature together with the other
  // features of the run.
  virtual bool mayRefuse(const Run&, const Refusal&) const { return false; }
};

// All features, by index.
using MakeFeature = std::unique_ptr<Feature> (*)();
extern const std::vector<MakeFeature> kFeatures;

// Records the sketch, computes it and compares the results. Throws a Refusal if a call fails, or
// std::logic_error if a result is wrong.
void runOnce(Run& run, const Features& features);

} // namespace lz::crossings
