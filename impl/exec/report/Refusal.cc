// Says why an executable does not fit, and what needs the memory.
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/Exhausted.h"
#include "exec/report/BufferNames.h"
#include "exec/report/Lives.h"
#include "exec/report/LowerBound.h"

#include <algorithm>
#include <new>
#include <utility>

namespace lz::exec {
namespace {

// What is in memory at the thunk that needs most.
struct Tightest {
  std::string where;          // "thunk 3 of 17", or "the end" if there are no temporaries
  std::vector<BufferId> held; // the temporaries there and all outputs, the largest first
};

Tightest tightestOf(const ExecutableSpec& spec) {
  const Lives lives = livesOf(spec);
  Fullest fullest = fullestOf(spec, lives);
  Tightest tightest;
  tightest.where = fullest.thunk < 0
                       ? "the end"
                       : absl::StrCat("thunk ", fullest.thunk, " of ", lives.thunks.size());
  tightest.held = std::move(fullest.temporaries);
  for (size_t id = 0; id < spec.buffers.size(); ++id)
    if (spec.buffers[id].kind == BufferKind::Output)
      tightest.held.push_back(BufferId(id));
  std::sort(tightest.held.begin(), tightest.held.end(), [&](BufferId a, BufferId b) {
    return std::pair(-spec.buffers[size_t(a)].bytes, a) <
           std::pair(-spec.buffers[size_t(b)].bytes, b);
  });
  return tightest;
}

// Lists values, as in "tmp7 of 4096 bytes (dot_general at net.c:12), out0 of 512 bytes and 3 more".
std::string listOf(const ExecutableSpec& spec, const std::vector<BufferId>& buffers) {
  constexpr size_t kListed = 10;
  std::string text;
  for (size_t i = 0; i < std::min(kListed, buffers.size()); ++i) {
    const BufferSpec& buffer = spec.buffers[size_t(buffers[i])];
    absl::StrAppend(&text, i == 0 ? "" : ", ", bufferName(spec, buffers[i]), " of ", buffer.bytes,
                    " bytes");
    if (!buffer.origin.empty())
      absl::StrAppend(&text, " (", originOf(spec, buffer), ")");
  }
  if (buffers.size() > kListed)
    absl::StrAppend(&text, " and ", buffers.size() - kListed, " more");
  return text;
}

// Returns a text such as "the plan has these changes already: order changed: -512 bytes; ". If the
// plan has no changes, returns "".
std::string movesOf(const ExecutableSpec& spec) {
  if (spec.moves.empty())
    return "";
  constexpr size_t kListed = 10;
  const auto listed = absl::MakeSpan(spec.moves).first(std::min(kListed, spec.moves.size()));
  return absl::StrCat("the plan has these changes already: ", absl::StrJoin(listed, ", "),
                      listed.size() < spec.moves.size()
                          ? absl::StrCat(" and ", spec.moves.size() - listed.size(), " more")
                          : "",
                      "; ");
}

// Returns a text such as "these tensors cannot be split: sort f32[9000] at net.c:12 (...); ". If
// there are none, returns "".
std::string unsplitOf(const ExecutableSpec& spec) {
  if (spec.unsplit.empty())
    return "";
  return absl::StrCat("these tensors cannot be split: ", absl::StrJoin(spec.unsplit, ", "), "; ");
}

// Adds what the executable needs to an error about memory.
Status withNeeds(const ExecutableSpec& spec, const Status& error) {
  const Tightest tightest = tightestOf(spec);
  if (tightest.held.empty())
    return error;
  const Status status = withMessage(
      error, absl::StrCat(error.message(), "; its steps need at least ", lowerBoundOf(spec),
                          " bytes in any order; ", movesOf(spec), unsplitOf(spec), "at ",
                          tightest.where, " the run holds ", listOf(spec, tightest.held)));
  const BufferSpec& largest = spec.buffers[size_t(tightest.held.front())];
  return withLocation(withOp(status, largest.op), firstLocation(spec.locations, largest.locations));
}

} // namespace

Status checkFits(const ExecutableSpec& spec, int64_t budget, absl::string_view what,
                 absl::string_view remedy) {
  return spec.runBytes.most <= budget
             ? okStatus()
             : withNeeds(spec, exhausted(what, spec.runBytes.most, budget, remedy));
}

Status refusedRun(const ExecutableSpec& spec, const Status& error) noexcept {
  try {
    return withNeeds(spec, error);
  } catch (const std::bad_alloc&) {
    return error;
  }
}

} // namespace lz::exec
