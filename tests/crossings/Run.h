// One sketch recorded through the C API, and what features of the library do to that. A feature
// changes no value: it is a way to the same numbers, so any two of them can be crossed.
#pragma once

#include "Sketch.h"
#include "lazuli/lazuli.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lz::crossings {

// What a call returned instead of success.
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
  int number; // of the runs of the sketch in its context
  lz_context* context;
  std::vector<std::shared_ptr<lz_device>> devices;
  size_t device = 0;
  bool isDifferentiated = false; // then every value is part of one history
  std::vector<size_t> nesting{}; // of features around a node, the outermost one first
  Tensors inputs{};
  // To be computed, and what they must be.
  struct Wanted {
    Tensor tensor;
    std::vector<float> numbers;
  };
  std::vector<Wanted> wanted{};
  // How often an op that is recorded now will run: in the body of a loop, for each trip.
  int repeat = 1;
  int openBodies = 0;        // that what is recorded now is in
  int64_t expectedCalls = 0; // of the host
  bool mayBeCancelled = false, wasCancelled = false;

  lz_device* on() const { return devices[device].get(); }
  int draw(int below) { return int(random() % unsigned(below)); }
  bool coin() { return draw(2) != 0; }
  Tensor fromHost(const Matrix& numbers) const;
  Tensor filled(float number) const; // one number of the program in each element
};

using Operands = Tensors;
using Next = std::function<Tensor(const Operands&)>;

class Feature {
public:
  virtual ~Feature() = default;
  virtual const char* name() const = 0;

  size_t number = 0; // in kFeatures
  // In the run at hand it has done what it is for, or was refused that: only then does it meet
  // others.
  bool hasActed = false;

  virtual void options(lz_context_options&) {}
  virtual void opened(lz_context*) {}
  virtual void begin(Run&) {}
  // The same value another way.
  virtual Tensor input(Run&, Tensor x) { return x; }
  // Records one node: `next` does what is left of that.
  virtual Tensor op(Run&, const Operands& operands, const Next& next) { return next(operands); }
  // What the sketch gives has been recorded, and nothing asked for.
  virtual void recorded(Run&) {}
  virtual void compute(Run&) {}
  // All numbers have been compared.
  virtual void computed(Run&) {}
  virtual void end(Run&) {} // whatever has happened
  // What the headers say may be refused where this feature meets others.
  virtual bool mayRefuse(const Run&, const Refusal&) const { return false; }
};

// All of them, by number.
using MakeFeature = std::unique_ptr<Feature> (*)();
extern const std::vector<MakeFeature> kFeatures;

// Records the sketch, computes it and compares. Throws what a call refused, or std::logic_error
// with what is wrong.
void runOnce(Run& run, const Features& features);

} // namespace lz::crossings
