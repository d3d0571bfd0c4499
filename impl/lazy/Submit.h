// From programs to work on a device's stream.
#pragma once

#include "lazy/Segment.h"
#include "runtime/Device.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Programs are submitted in the order of their cuts, though they compile side by side: what an
// earlier cut reads, a later one may be given as its own.
struct Turn {
  std::shared_ptr<Gate> previous, mine; // previous: nullptr for the first
  uint64_t cancels; // of the stream when it was given: later ones are meant for its work

  void wait() const {
    if (previous)
      previous->wait();
  }
  void end() const { mine->open(); }
};

// One run of an executable.
struct RunRequest {
  ExecutableRef executable;
  std::vector<Ref<Data>> inputs, outputs;
  std::vector<uint8_t> donated; // one an input
  std::string op, location;     // for errors; may be empty
};

// Queues the run behind the work that makes its inputs; the outputs have their values when the
// event happens. It is cancelled if the stream was since `turn` was given.
runtime::EventRef submitRun(std::shared_ptr<Engine> engine, runtime::Device& device,
                            const Turn& turn, RunRequest request, runtime::Wake wake);

// Compiles what must be and submits the segments in order. Every submission of theirs gets an
// event, also when the compiler refuses: then the event has failed, and the first such error is
// returned. Waits for its turn when the first segment has been compiled, and ends it. Needs that no
// lock is held.
Status submitSegments(const std::shared_ptr<Engine>& engine, runtime::Device& device,
                      const Turn& turn, std::vector<Segment>& segments, runtime::Wake wake);

} // namespace lz::lazy
