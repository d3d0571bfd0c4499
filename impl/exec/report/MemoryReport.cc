// Implements Executable::memoryReport, for users who ask what uses the memory of a run.
#include "absl/strings/str_format.h"
#include "exec/report/BufferNames.h"
#include "exec/report/Lives.h"

#include <algorithm>
#include <string>

namespace lz::exec {
namespace {

class Report {
public:
  Report(const ExecutableSpec& spec, const MemoryStatistics& memory)
      : spec_(spec), memory_(memory), lives_(livesOf(spec)) {
    becomes_.assign(spec.inputs.size(), -1);
    for (size_t o = 0; o < spec.aliasOf.size(); ++o)
      if (spec.aliasOf[o] >= 0)
        becomes_[size_t(spec.aliasOf[o])] = int32_t(o);
  }

  std::string write() {
    writeTotals();
    writeLargest();
    writeDonations();
    return std::move(text_);
  }

private:
  struct Total {
    int64_t count = 0, bytes = 0;
  };

  Total temporaries() const {
    Total sum;
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (const BufferSpec& buffer = spec_.buffers[id];
          buffer.kind == BufferKind::Temp && isUsed(id)) {
        ++sum.count;
        sum.bytes = addBytes(sum.bytes, buffer.bytes);
      }
    return sum;
  }

  bool isUsed(size_t buffer) const {
    return lives_.buffers[buffer].first <= lives_.buffers[buffer].last;
  }

  bool takesOver(BufferId output) const {
    size_t ordinal = size_t(spec_.buffers[size_t(output)].ordinal);
    return ordinal < spec_.aliasOf.size() && spec_.aliasOf[ordinal] >= 0;
  }

  // Writes the largest number of bytes that a run holds at a time. Assumes that only the run holds
  // the donated inputs.
  void writeTotals() {
    int64_t numAliased = std::count_if(spec_.aliasOf.begin(), spec_.aliasOf.end(),
                                       [](int32_t input) { return input >= 0; });
    absl::StrAppend(&text_, "peak of a run ", bytesStr(memory_.peak), ": inputs ",
                    bytesStr(memory_.inputs), " + constants ", bytesStr(memory_.constants),
                    " + new outputs ", bytesStr(memory_.outputs - memory_.aliased), " + arena ",
                    bytesStr(memory_.arena), "\n");
    absl::StrAppend(&text_, "a run takes ", memory_.run.most, " bytes, with donated inputs ",
                    memory_.run.least, "; its steps need at least ", memory_.lowerBound,
                    " in any order\n");
    for (const std::string& move : spec_.moves)
      absl::StrAppend(&text_, "to need less: ", move, "\n");
    absl::StrAppend(&text_, "outputs: ", spec_.outputs.size(), ", ", bytesStr(memory_.outputs),
                    " in all, ", numAliased, " of them in the memory of donated inputs\n");
    writeArena();
  }

  // Writes the size of the arena, the total size of all temporaries, and the thunk during which the
  // live temporaries take the most bytes.
  void writeArena() {
    const Total temps = temporaries();
    const Fullest fullest = fullestOf(spec_, lives_);
    absl::StrAppend(&text_, "arena ", bytesStr(spec_.arenaBytes), " for ", temps.count,
                    " temporaries of ", bytesStr(temps.bytes));
    if (fullest.thunk >= 0)
      absl::StrAppend(&text_, "; fullest at thunk ", fullest.thunk, " of ", lives_.thunks.size(),
                      " with ", bytesStr(fullest.bytes));
    absl::StrAppend(&text_, "\n");
  }

  void writeLargest() {
    constexpr size_t kLargest = 10;
    std::vector<BufferId> order;
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (spec_.buffers[id].kind != BufferKind::Rows && spec_.buffers[id].kind != BufferKind::View)
        order.push_back(BufferId(id));
    auto largerFirst = [&](BufferId a, BufferId b) {
      return std::pair(-spec_.buffers[size_t(a)].bytes, a) <
             std::pair(-spec_.buffers[size_t(b)].bytes, b);
    };
    std::sort(order.begin(), order.end(), largerFirst);
    order.resize(std::min(kLargest, order.size()));
    absl::StrAppend(&text_, "largest buffers\n");
    for (BufferId id : order)
      writeBuffer(id);
  }

  // Writes a line such as "  tmp7 1.5 MiB: dot_general at net.c:12, thunks 3..9".
  void writeBuffer(BufferId id) {
    const BufferSpec& buffer = spec_.buffers[size_t(id)];
    const Life& life = lives_.buffers[size_t(id)];
    std::string what = originOf(spec_, buffer);
    if (buffer.kind == BufferKind::Input)
      what = spec_.inputs[size_t(buffer.ordinal)].str();
    else if (buffer.kind == BufferKind::Constant)
      what = buffer.constant.type().str();
    absl::StrAppend(&text_, "  ", bufferName(spec_, id), " ", bytesStr(buffer.bytes),
                    what.empty() ? "" : ": ", what);
    if (buffer.kind == BufferKind::Output && takesOver(id))
      absl::StrAppend(&text_, ", in the memory of in", spec_.aliasOf[size_t(buffer.ordinal)]);
    if (life.first <= life.last)
      absl::StrAppend(&text_, ", thunks ", life.first, "..", life.last);
    absl::StrAppend(&text_, "\n");
  }

  void writeDonations() {
    for (size_t i = 0; i < spec_.inputs.size(); ++i) {
      bool donated = i < spec_.donated.size() && spec_.donated[i];
      if (!donated)
        continue;
      absl::StrAppend(&text_, "donated in", i, ": ", spec_.inputs[i].str(),
                      becomes_[i] >= 0 ? absl::StrCat(" becomes out", becomes_[i])
                                       : " is free after the run",
                      "\n");
    }
  }

  const ExecutableSpec& spec_;
  const MemoryStatistics memory_;
  const Lives lives_;
  std::vector<int32_t> becomes_; // for each input, the output that takes its storage over, or -1
  std::string text_;
};

} // namespace

std::string Executable::memoryReport() const {
  return Report(spec_, memory()).write();
}

} // namespace lz::exec
