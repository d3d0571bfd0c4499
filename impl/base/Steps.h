// A program as a list of steps, in the order in which they run. Steps have values, which have no
// places in memory yet. memory::plan chooses the places. Thunks are made from the steps and the
// places.
//
//   values    in0 4096 B, const1 64 B, tmp2 4096 B, tmp3 256 B, out0 4096 B
//   steps     contraction dot_general reads in0 const1 writes tmp2 scratch tmp3
//             kernel loop_tanh_0 reads tmp2 writes out0
//
// A value is the bytes of one array. Most values are written by one step. Three kinds of values are
// written by several steps: values that a step updates (a Must alias), values that a loop carries,
// and results of a branch. Carried values are written before the loop and by its body. Results of a
// branch are written by each of its lists.
#pragma once

#include "base/Status.h"
#include "base/contents/Contents.h"
#include "base/text/OriginText.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz {

enum class ValueKind : uint8_t {
  Input,    // an input; written only if an output aliases it (donation)
  Output,   // a result, in a storage of its own
  Temp,     // memory::plan gives it a place in the arena
  Constant, // bytes held by the executable
  Rows,     // operand or result of a contraction; only some of its rows or slices exist at a time
  View,     // a slice of another value, which products read in place; a View step sets its address
};

using ValueId = int32_t; // index into Steps::values

// The place of a view in the value that it is a slice of. All distances are in bytes. The view
// begins at `offset` plus the sum of `stride` * start over all starts. The starts are signed
// numbers of 4 or 8 bytes that are known when the program runs. Each start is clamped to 0..most,
// like a start of dynamic_slice.
struct ViewPlace {
  struct Start {
    int64_t most, stride;
  };
  int64_t offset = 0;
  std::vector<Start> starts{};
};

struct StepValue {
  ValueKind kind;
  int64_t bytes = 0;    // 0 for Rows; for a View, the bytes from first to last element
  int32_t ordinal = -1; // number among inputs or outputs, or in the caller's constants
  bool donated = false; // whether an output may take over the memory of an Input
  std::string origin{}; // what writes the value: "maximum", "scratch of dot_general"
  std::string op{};     // the op in `origin`
  LocationIds
      locations{};     // those of the op and of the other ops in its kernel, in Steps::locations
  int64_t content = 0; // of a View: the bytes of its elements
  ValueId viewOf = -1; // of a View: the value that it is a slice of
};

// A permission or an obligation: the result is allowed to, or must, use the memory of the operand.
// Nothing reads the operand after the step. May: the result is allowed to take over the place of
// the operand. Must: operand and result are the same value, and the step updates a part of it.
struct Alias {
  enum class Kind : uint8_t { May, Must };
  Kind kind;
  ValueId result, operand;
  const char* because; // the reason: "each element is read before it is written"
};

// Another way to run a step, which gives the same bits: on fewer threads, with less scratch.
struct Alternative {
  int threads;
  int64_t scratchBytes;
  double ns; // the predicted time that it adds to a run
};

enum class StepKind : uint8_t {
  Kernel,      // generated code
  Contraction, // two lists: kernels that make operand rows, kernels that use result rows
  Sweep,       // products that run together, some rows at a time. For each product there are two
               // operands, one result, and two lists as for a contraction
  Call,        // a function of the library; it may have one list, the body of the op
  Copy,        // copies the operand to the result, which has the same size
  Loop,        // two lists: condition and body. The operand is the predicate that the condition
               // writes. The results are the carried values, which are written before the loop.
  Branch,      // a list for each choice. The operand selects one: a predicate if it has one byte
  View,        // sets where the result lies in the first operand. The other operands are the starts
};

struct Step {
  StepKind kind;
  std::string name{};              // "loop_tanh_0", "dot_general", "while"
  std::vector<ValueId> operands{}; // values that the step reads
  std::vector<ValueId> results{};  // values that the step writes
  std::vector<Alias> aliases{};    // the preferred aliases first
  ValueId scratch = -1;            // a temp that only this step uses
  std::vector<ValueId> kept{};     // arrays of which a sweep keeps rows, as in its plan
  // Steps with effects run in the order of the program.
  bool hasEffects = false;
  // Other ways to run the step. Each alternative needs less scratch than the one before it. After
  // one of them has been chosen, this list is empty, the scratch has the size that the chosen one
  // needs, and `threads` is not 0.
  std::vector<Alternative> alternatives{};
  int threads = 0;
  // The predicted time on one thread, or 0 if there is no prediction. For a loop it is the time of
  // one iteration. For a branch it is the time of the longest list.
  double ns = 0;
  int32_t payload = -1; // index in the caller's table of kernels, contractions, sweeps or calls
  int64_t rows = 0;     // rows of the grid of a kernel inside a contraction or sweep
  std::vector<std::vector<Step>> lists{};
  std::string attrs{}; // the attributes of a call as text
  // The values that a call with a list writes before each run of the list, and the values that it
  // reads after the run.
  std::vector<ValueId> bodyParams{}, bodyResults{};
  Contents contents{}; // numberContents sets it (base/contents/NumberContents.h)
};

struct Steps {
  std::vector<StepValue> values;
  std::vector<Step> body;               // in the order of the program
  std::vector<ContentUse> ends{};       // the content of each output when the program ends
  std::vector<std::string> locations{}; // those of the ops, for reports
};

// Returns the predicted time of the list on one thread.
double nsOf(const std::vector<Step>& list);

// Returns whether the result could get the place of the operand. Both must have the same size.
// Either both are temporaries, or the operand is a donated input and the result is an output.
bool couldTakeOver(const StepValue& result, const StepValue& operand);

// Makes a step that copies `source` to `target`. If `target` could take over the place of `source`,
// the step has an alias that permits this.
Step copyStep(const Steps& steps, ValueId source, ValueId target);

// Returns whether the value is an operand, a result or the scratch of the step. The lists of the
// step are not searched.
bool uses(const Step& step, ValueId value);
// Returns whether the step reads a view of the value, or a view of such a view.
bool readsViewOf(const Steps& steps, const Step& step, ValueId value);
// Returns whether the step lists this alias.
bool mayAlias(const Step& step, ValueId operand, ValueId result);

// Returns a name for texts, such as "in0", "out1", "const4", "tmp7" or "rows5". Inputs and outputs
// are named by ordinal, other values by their number.
std::string nameOf(ValueKind kind, int32_t ordinal, ValueId value);
std::string nameOf(const Steps& steps, ValueId value);

// Prints a place, such as "at 1024 + 256 * tmp3". `starts` has the name of each start.
std::string print(const ViewPlace& place, const std::vector<std::string>& starts);

// Prints one value or one step per line, for dumps.
std::string print(const Steps& steps);

// Checks the rules of steps. Every value is written before it is read. No value is written more
// often than is allowed. Sizes agree. Each step has the lists and operands of its kind. Aliases
// name values of their step. Every output is written. The error names the first wrong step.
Status verify(const Steps& steps);

} // namespace lz
