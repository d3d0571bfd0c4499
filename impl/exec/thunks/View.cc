// A thunk that sets the address of a view. A view is a slice of a buffer. Products read the slice
// in place.
#include "absl/strings/str_cat.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Printer.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

#include <algorithm>
#include <cstring>

namespace lz::exec {
namespace {

class ViewThunk final : public Thunk {
public:
  ViewThunk(BufferId view, ViewPlace place, std::vector<BufferId> starts)
      : view_(view), place_(std::move(place)), starts_(std::move(starts)) {}

  void execute(Run& run) const override {
    int64_t offset = place_.offset;
    for (size_t i = 0; i < starts_.size(); ++i)
      offset += std::clamp<int64_t>(startAt(run, starts_[i]), 0, place_.starts[i].most) *
                place_.starts[i].stride;
    const BufferId source = run.buffers()[size_t(view_)].viewOf;
    run.setAddress(view_, static_cast<std::byte*>(run.at(source)) + offset);
  }

  // Verify.cc has checked that viewOf exists.
  Status verify(const BufferChecks& checks) const override {
    if (!checks.exists(view_) || checks.at(view_).kind != BufferKind::View ||
        starts_.size() != place_.starts.size())
      return wrong("a slice that is read in place is not a view of a buffer");
    CheckedInt end = checkedAdd(place_.offset, checks.at(view_).bytes);
    for (size_t i = 0; i < starts_.size(); ++i) {
      const auto [most, stride] = place_.starts[i];
      if (!isStart(checks, starts_[i]))
        return wrong("start ", i, " of a slice that is read in place must have 4 or 8 bytes");
      if (most < 0 || stride < 0)
        return wrong("start ", i, " of a slice that is read in place has the limit ", most,
                     " and the stride ", stride, ", but neither may be negative");
      end = checkedAdd(end, checkedMultiply(most, stride));
    }
    if (place_.offset < 0 || !checks.holds(checks.at(view_).viewOf, end))
      return wrong("a slice that is read in place reaches out of its buffer");
    return okStatus();
  }

  void print(Printer& printer) const override {
    std::vector<std::string> starts;
    for (BufferId start : starts_)
      starts.push_back(printer.names({start}).substr(1));
    printer.line(absl::StrCat("view sets", printer.names({view_}), " ", lz::print(place_, starts)));
  }

  ThunkTable write(ThunkWriter& writer) const override {
    std::vector<fb::ViewStart> starts;
    for (size_t i = 0; i < starts_.size(); ++i)
      starts.emplace_back(starts_[i], place_.starts[i].most, place_.starts[i].stride);
    const auto list = writer.builder().CreateVectorOfStructs(starts);
    return thunkTable(fb::CreateView(writer.builder(), view_, place_.offset, list));
  }

  // Visits nothing, because this thunk reads no bytes. The products read the bytes of the view.
  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    visit(view_, BufferUse::Keeps);
    for (BufferId start : starts_)
      visit(start, BufferUse::Keeps);
  }

  bool hasKnownTime() const override { return true; }

private:
  static bool isStart(const BufferChecks& checks, BufferId id) {
    return checks.exists(id) && checks.at(id).kind != BufferKind::View &&
           (checks.at(id).bytes == 4 || checks.at(id).bytes == 8);
  }

  static int64_t startAt(const Run& run, BufferId id) {
    if (run.bytesOf(id) == 4) {
      int32_t narrow;
      std::memcpy(&narrow, run.at(id), sizeof narrow);
      return narrow;
    }
    int64_t wide;
    std::memcpy(&wide, run.at(id), sizeof wide);
    return wide;
  }

  const BufferId view_;
  const ViewPlace place_;
  const std::vector<BufferId> starts_;
};

} // namespace

ThunkRef makeView(BufferId view, ViewPlace place, std::vector<BufferId> starts) {
  return std::make_shared<ViewThunk>(view, std::move(place), std::move(starts));
}

StatusOr<ThunkRef> readView(const fb::View& table, ThunkReader&) {
  ViewPlace place{table.offset()};
  std::vector<BufferId> starts;
  for (const fb::ViewStart& start : structsOf(table.starts())) {
    place.starts.push_back({start.most(), start.stride()});
    starts.push_back(start.index());
  }
  return makeView(table.view(), std::move(place), std::move(starts));
}

} // namespace lz::exec
