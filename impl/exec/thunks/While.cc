// A thunk that runs a loop: while (condition) body. The condition writes a byte to `predicate`.
// Condition and body use the same buffers in each iteration.
#include "absl/strings/str_cat.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Printer.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

namespace lz::exec {
namespace {

class WhileThunk final : public Thunk {
public:
  WhileThunk(std::string name, SequenceRef condition, SequenceRef body, BufferId predicate)
      : name_(std::move(name)), condition_(std::move(condition)), body_(std::move(body)),
        predicate_(predicate) {}

  void execute(Run& run) const override {
    auto* predicate = static_cast<const uint8_t*>(run.at(predicate_));
    for (run.run(*condition_); !run.ends() && *predicate != 0; run.run(*condition_))
      run.run(*body_);
  }

  Status verify(const BufferChecks& checks) const override {
    if (!checks.exists(predicate_) || checks.at(predicate_).bytes != 1 || !condition_ || !body_)
      return wrong(name_, " has no condition or no body");
    LZ_RETURN_IF_ERROR(checks.verify(*condition_));
    return checks.verify(*body_);
  }

  void print(Printer& printer) const override {
    printer.line(absl::StrCat("while ", name_, " predicate", printer.names({predicate_})));
    printer.below([&] {
      printer.line("condition");
      printer.below([&] { printer.print(*condition_); });
      printer.line("body");
      printer.below([&] { printer.print(*body_); });
    });
  }

  ThunkTable write(ThunkWriter& writer) const override {
    const int32_t condition = writer.sequence(condition_.get()),
                  body = writer.sequence(body_.get());
    return thunkTable(
        fb::CreateWhile(writer.builder(), writer.text(name_), condition, body, predicate_));
  }

  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    visit(predicate_, BufferUse::Keeps);
  }

  Nesting nesting() const override { return Nesting::Loop; }
  void forEachSequence(absl::FunctionRef<void(const Sequence&)> visit) const override {
    visit(*condition_);
    visit(*body_);
  }

  ThunkRef withSequences(std::vector<SequenceRef> sequences) const override {
    return makeWhile(name_, std::move(sequences[0]), std::move(sequences[1]), predicate_);
  }

  bool hasKnownTime() const override { return false; }

private:
  const std::string name_;
  const SequenceRef condition_, body_;
  const BufferId predicate_;
};

} // namespace

ThunkRef makeWhile(std::string name, SequenceRef condition, SequenceRef body, BufferId predicate) {
  return std::make_shared<WhileThunk>(std::move(name), std::move(condition), std::move(body),
                                      predicate);
}

StatusOr<ThunkRef> readWhile(const fb::While& table, ThunkReader& reader) {
  LZ_ASSIGN_OR_RETURN(SequenceRef condition, reader.sequence(table.condition()));
  LZ_ASSIGN_OR_RETURN(SequenceRef body, reader.sequence(table.body()));
  return makeWhile(textOf(table.name()), std::move(condition), std::move(body), table.predicate());
}

} // namespace lz::exec
