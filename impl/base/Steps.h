// A program as steps: what is done in which order on which values, before anybody says where the
// values lie. Lowering makes them, memory::plan places their values, thunks are made from both.
//
//   values    in0 4096 B, const1 64 B, tmp2 4096 B, tmp3 256 B, out0 4096 B
//   steps     contraction dot_general reads in0 const1 writes tmp2 scratch tmp3
//             kernel loop_tanh_0 reads tmp2 writes out0
//
// A value is the bytes of one array. It is written before it is read, and by one step, but for
// three that are written again: what a step updates (an alias that must be), the values that a loop
// carries, which its body writes for the next iteration, and the results of a branch, which each of
// its lists writes.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz {

enum class ValueKind : uint8_t {
  Input,    // an argument: read-only unless an output aliases it (donation)
  Output,   // a result: a storage of its own
  Temp,     // a place in the arena, given by memory::plan
  Constant, // bytes held by the executable
  Rows,     // output or operand of a contraction that exists by rows or slices only, in its scratch
};

using ValueId = int32_t; // index into Steps::values

struct StepValue {
  ValueKind kind;
  int64_t bytes = 0;         // Rows: 0
  int32_t ordinal = -1;      // Input, Output: which one; Constant: index in the caller's table
  bool donated = false;      // Input: the caller offers its memory to an output
  std::string origin{};      // what writes it, "maximum at net.c:12"; for reports
  std::string op{}, place{}; // the same in parts, for errors: "maximum", "net.c:12"
};

// That a result may lie, or must lie, where an operand lay that nobody reads after the step. May:
// it could take it over (couldTakeOver), and the step is right if it does. Must: operand and result
// are one value, of which the step updates a part.
struct Alias {
  enum class Kind : uint8_t { May, Must };
  Kind kind;
  ValueId result, operand;
  const char* because; // "each element is read before it is written"
};

enum class StepKind : uint8_t {
  Kernel,      // generated code
  Contraction, // lists: kernels that make rows of operands, kernels on rows that are complete
  Call,        // a function of the library. Lists: none, or the body of the op
  Copy,        // operand to result, of one size
  Loop,        // lists: condition, body. Operand: the predicate that the condition writes; results:
               // the carried values, which are written before it
  Branch,      // a list for each choice. Operand: the selector, a predicate if it has one byte
};

struct Step {
  StepKind kind;
  std::string name{};              // "loop_tanh_0", "dot_general", "while"
  std::vector<ValueId> operands{}; // that are read
  std::vector<ValueId> results{};  // that are written
  std::vector<Alias> aliases{};    // those to be preferred first
  ValueId scratch = -1;            // a temp of this step alone
  // Predicted, of one thread; of a loop one iteration, of a branch the longest list. 0: nobody
  // predicts it (a contraction's own time).
  double ns = 0;
  int32_t payload = -1; // index in the caller's table of kernels, contractions or calls
  int64_t rows = 0;     // of a kernel inside of a contraction: its grid is so many rows
  std::vector<std::vector<Step>> lists{};
  std::string attrs{}; // of a call, as text: what its name does not say
  // Of a call with a list, which it runs any number of times: what it writes before, and reads
  // after the list.
  std::vector<ValueId> bodyParams{}, bodyResults{};
};

struct Steps {
  std::vector<StepValue> values;
  std::vector<Step> body; // in the order of the program
};

// Of one thread, one step after the other.
double nsOf(const std::vector<Step>& list);

// Whether the result could get the place of the operand: a temp that of a temp, an output the
// memory of a donated input, if they have as many bytes.
bool couldTakeOver(const StepValue& result, const StepValue& operand);

// With its alias, if there could be one.
Step copyStep(const Steps& steps, ValueId source, ValueId target);

// Whether the step names the value: as operand, result or scratch. Not inside of its lists.
bool uses(const Step& step, ValueId value);
// Whether the step lists this alias.
bool mayAlias(const Step& step, ValueId operand, ValueId result);

// "in0", "out1", "const4", "tmp7", "rows5": inputs and outputs by ordinal, the rest by number.
std::string nameOf(ValueKind kind, int32_t ordinal, ValueId value);
std::string nameOf(const Steps& steps, ValueId value);

// One value and one step a line, for the dump.
std::string print(const Steps& steps);

// Whether every value is written before it is read and as often as it may be, sizes agree, steps
// have the lists and operands of their kind, aliases speak of values that their step names, and
// every output is written. Internal error: the first step for which something is not so, and what.
Status verify(const Steps& steps);

} // namespace lz
