// Executable::memoryReport, for users who ask what uses the memory of a run.
#include "absl/strings/str_format.h"
#include "exec/report/BufferNames.h"

#include <algorithm>
#include <map>
#include <string>

namespace lz::exec {
namespace {

// The first and last thunk that uses a buffer, numbered as in print(). A buffer that is used both
// inside and outside of a loop lives during the full loop. first > last means that the buffer is
// never used.
struct Life {
  int64_t first = INT64_MAX, last = -1;
};

class LifeFinder {
public:
  explicit LifeFinder(const ExecutableSpec& spec)
      : lives(spec.buffers.size()), buffers_(spec.buffers) {
    visit(spec.body);
  }

  std::vector<Life> lives;
  int64_t numThunks = 0;

private:
  void visit(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks)
      visit(*thunk);
  }

  void visit(const Thunk& thunk) {
    const int64_t number = numThunks++;
    touchAll(thunk, number);
    thunk.forEachSequence([&](const Sequence& nested) { visit(nested); });
    const Nesting nesting = thunk.nesting();
    if (nesting == Nesting::Loop || nesting == Nesting::Body)
      keepAliveSince(number);
    if (nesting == Nesting::Body)
      touchAll(thunk, numThunks - 1);
  }

  void keepAliveSince(int64_t number) {
    for (Life& life : lives)
      if (life.first < number && life.last > number)
        life.last = numThunks - 1;
  }

  void touchAll(const Thunk& thunk, int64_t number) {
    thunk.forEachBuffer([&](BufferId used, BufferUse) {
      for (BufferId id = used; id >= 0; id = buffers_[size_t(id)].viewOf) {
        Life& life = lives[size_t(id)];
        life.first = std::min(life.first, number);
        life.last = std::max(life.last, number);
      }
    });
  }

  const std::vector<BufferSpec>& buffers_;
};

class Report {
public:
  Report(const ExecutableSpec& spec, const MemoryStatistics& memory)
      : spec_(spec), memory_(memory), lives_(spec) {
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
    return lives_.lives[buffer].first <= lives_.lives[buffer].last;
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
    absl::StrAppend(&text_, "outputs: ", spec_.outputs.size(), ", ", bytesStr(memory_.outputs),
                    " in all, ", numAliased, " of them in the memory of donated inputs\n");
    writeArena();
  }

  // Writes the size of the arena, the total size of all temporaries, and the thunk at which most
  // bytes live.
  void writeArena() {
    Total temps = temporaries();
    int64_t fullest = 0, most = 0;
    for (int64_t thunk = 0; thunk < lives_.numThunks; ++thunk) {
      int64_t bytes = tempBytesAt(thunk);
      if (bytes > most)
        fullest = thunk, most = bytes;
    }
    absl::StrAppend(&text_, "arena ", bytesStr(spec_.arenaBytes), " for ", temps.count,
                    " temporaries of ", bytesStr(temps.bytes));
    if (most > 0)
      absl::StrAppend(&text_, "; fullest at thunk ", fullest, " of ", lives_.numThunks, " with ",
                      bytesStr(most));
    absl::StrAppend(&text_, "\n");
  }

  // Returns the bytes of temporaries that live at the thunk. If an operand and a result share a
  // place, only the larger one counts.
  int64_t tempBytesAt(int64_t thunk) const {
    std::map<int64_t, int64_t> byOffset;
    for (size_t id = 0; id < spec_.buffers.size(); ++id) {
      const Life& life = lives_.lives[id];
      const BufferSpec& buffer = spec_.buffers[id];
      if (buffer.kind == BufferKind::Temp && life.first <= thunk && thunk <= life.last)
        byOffset[buffer.offset] = std::max(byOffset[buffer.offset], buffer.bytes);
    }
    int64_t sum = 0;
    for (const auto& [offset, bytes] : byOffset)
      sum = addBytes(sum, bytes);
    return sum;
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
    const Life& life = lives_.lives[size_t(id)];
    std::string what = buffer.origin;
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
  LifeFinder lives_;
  std::vector<int32_t> becomes_; // for each input, the output that takes its storage over, or -1
  std::string text_;
};

} // namespace

std::string Executable::memoryReport() const {
  return Report(spec_, memory()).write();
}

} // namespace lz::exec
