// One program on its way to a device's stream: what it reads, what it makes, and its run. Its place
// among others is that of a Producer (graph/Producer.h). A run whose input will never be, or that
// finds no memory, computes what does not need it (Salvage.h). A run that was given an input does
// not wait for earlier readers either: see RunInput::lend.
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Producer.h"
#include "lazy/submit/Salvage.h"

#include <memory>
#include <optional>
#include <vector>

namespace lz::lazy {

// The op that made an input, if it was one.
struct InputMaker {
  std::optional<Opcode> opcode;
  LocationId location = -1;
};

// What an error of a run says: which op, and which tensor, of this recording.
struct RunOps {
  std::shared_ptr<const CacheEntry> entry; // nullptr: an executable that was compiled on its own
  std::vector<LocationId> locations;       // one per op of the entry's program
  std::vector<InputMaker> makers;          // one per input; empty if none is donated
};

// A part that has been compiled.
struct RunPart {
  ExecutableRef executable;
  Part part;
};

// What a run needs.
struct RunRequest {
  RunInputs inputs;
  RunValues outputs;
  RunOps ops;
  std::vector<runtime::StorageRef> outData{}; // where outputs are written (Executable::run)
};

// Any thread, but one at a time until it is submitted.
class Submission final : public Producer {
  struct Key {}; // create() has one

public:
  Submission(Key, std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device);

  // Everything that handing over takes is allocated here and in follow() and setRequest().
  static std::shared_ptr<Submission> create(std::shared_ptr<Engine> engine,
                                            std::shared_ptr<runtime::Device> device);

  // Comes after the producers of the inputs. Once, before submit.
  void setRequest(RunRequest request);

  const RunRequest& request() const { return *request_; } // before submit
  const RunOps& ops() const { return request_->ops; }     // before submit

  // Whoever made a submission calls submit, submitParts or fail, once: else it never happens. None
  // of them allocates, so none fails. `executable`: nullptr for one that only follows others.
  void submit(ExecutableRef executable, runtime::Wake wake) noexcept;
  void fail(Status status) noexcept;
  // Why some outputs will never be; one status an output. Before submit or fail.
  void refuse(absl::Span<const Status> errors);
  // Instead of submit(), when the other outputs are computed in parts, of which there is one.
  // Nothing that was donated is taken.
  void submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept;

private:
  // The work in the stream's queue; when that goes, run or not, nothing is left behind.
  struct Running {
    std::shared_ptr<Submission> self;
    Running(Running&&) noexcept = default;
    explicit Running(std::shared_ptr<Submission> self) : self(std::move(self)) {}
    ~Running();
    Status operator()() { return self->run(); }
  };

  void finish() noexcept;

  Status run() noexcept;
  using RunArgs = absl::InlinedVector<runtime::StorageRef, 4>;
  Status execute(RunArgs& args);
  Status executeParts(absl::Span<const runtime::StorageRef> args);
  // Raw: the error is not placed in the recording.
  Status executePart(const exec::Executable& executable, const Part& part,
                     absl::Span<const runtime::StorageRef> args);
  // What of `whole` needs neither an input that is missing nor the op that failed. `ofRun` gets
  // what failed while it ran. Why an input is missing is told to the tensors that need it alone:
  // whether it failed before the cut, or after it, is a matter of luck.
  void executeRest(const Part& whole, absl::Span<const runtime::StorageRef> args,
                   const Status& failure, Status& ofRun);
  // What is done, and said, of a run of the whole that failed.
  Status afterFailure(absl::Span<const runtime::StorageRef> args, absl::Span<const bool> donated,
                      const Status& failure);
  Status divide(absl::Span<const runtime::StorageRef> args, const Status& failure);
  Status whyMissing(size_t input);

  // Until it has run or failed.
  std::shared_ptr<Engine> engine_;
  std::optional<RunRequest> request_;
  ExecutableRef executable_;
  std::vector<RunPart> parts_; // instead of it
};

} // namespace lz::lazy
