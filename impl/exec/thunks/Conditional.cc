// A thunk that runs one of several branches. For `if` the selector is a predicate, and branches[0]
// is the true branch. For `case` the selector is an s32, and the last branch runs if the selector
// is out of range.
#include "absl/strings/str_cat.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Printer.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

namespace lz::exec {
namespace {

class ConditionalThunk final : public Thunk {
public:
  ConditionalThunk(std::string name, BufferId selector, bool selectorIsPred,
                   std::vector<SequenceRef> branches)
      : name_(std::move(name)), selector_(selector), selectorIsPred_(selectorIsPred),
        branches_(std::move(branches)) {}

  void execute(Run& run) const override { run.run(*branches_[indexOf(run.at(selector_))]); }

  Status verify(const BufferChecks& checks) const override {
    const int64_t bytes = selectorIsPred_ ? 1 : sizeof(int32_t);
    const size_t least = selectorIsPred_ ? 2 : 1;
    if (!checks.exists(selector_) || checks.at(selector_).bytes != bytes ||
        branches_.size() < least || absl::c_linear_search(branches_, nullptr))
      return wrong(name_, " has no selector or no branches");
    for (const SequenceRef& branch : branches_)
      LZ_RETURN_IF_ERROR(checks.verify(*branch));
    return okStatus();
  }

  void print(Printer& printer) const override {
    printer.line(absl::StrCat(selectorIsPred_ ? "if " : "case ", name_, " selector",
                              printer.names({selector_})));
    printer.below([&] {
      for (size_t i = 0; i < branches_.size(); ++i) {
        printer.line(absl::StrCat("branch ", i));
        printer.below([&] { printer.print(*branches_[i]); });
      }
    });
  }

  ThunkTable write(ThunkWriter& writer) const override {
    std::vector<int32_t> branches;
    for (const SequenceRef& branch : branches_)
      branches.push_back(writer.sequence(branch.get()));
    const auto name = writer.text(name_);
    return thunkTable(fb::CreateConditional(writer.builder(), name, selector_, selectorIsPred_,
                                            writer.builder().CreateVector(branches)));
  }

  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    visit(selector_, BufferUse::Keeps);
  }

  Nesting nesting() const override { return Nesting::Choice; }
  void forEachSequence(absl::FunctionRef<void(const Sequence&)> visit) const override {
    for (const SequenceRef& branch : branches_)
      visit(*branch);
  }

  ThunkRef withSequences(std::vector<SequenceRef> sequences) const override {
    return makeConditional(name_, selector_, selectorIsPred_, std::move(sequences));
  }

  bool hasKnownTime() const override { return false; }

private:
  size_t indexOf(const void* selector) const {
    if (selectorIsPred_)
      return *static_cast<const uint8_t*>(selector) ? 0 : 1;
    const int32_t value = *static_cast<const int32_t*>(selector);
    const size_t count = branches_.size();
    return value < 0 || size_t(value) >= count ? count - 1 : size_t(value);
  }

  const std::string name_;
  const BufferId selector_;
  const bool selectorIsPred_;
  const std::vector<SequenceRef> branches_;
};

} // namespace

ThunkRef makeConditional(std::string name, BufferId selector, bool selectorIsPred,
                         std::vector<SequenceRef> branches) {
  return std::make_shared<ConditionalThunk>(std::move(name), selector, selectorIsPred,
                                            std::move(branches));
}

StatusOr<ThunkRef> readConditional(const fb::Conditional& table, ThunkReader& reader) {
  std::vector<SequenceRef> branches;
  for (int32_t number : elementsOf(table.branches())) {
    LZ_ASSIGN_OR_RETURN(SequenceRef branch, reader.sequence(number));
    branches.push_back(std::move(branch));
  }
  return makeConditional(textOf(table.name()), table.selector(), table.selector_is_pred(),
                         std::move(branches));
}

} // namespace lz::exec
