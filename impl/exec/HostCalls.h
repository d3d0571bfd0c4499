// Functions that the user gives and a thunk calls by name: what custom_call @name means. Each
// context has a table of its own, to which it adds while it lives.
#pragma once

#include "base/HashMap.h"
#include "exec/Calls.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lz::exec {

// That a result may lie where an operand lay, as numbers of both.
struct HostAlias {
  size_t result, operand;
};

struct HostCallTraits {
  bool hasEffects = false; // it is called as often as the program says, in its order
  // A program that has it runs on threads of the user's only (runtime::PreparedWork).
  bool onProgramThread = false;
  double ns = 0; // predicted, of one call; 0: nobody predicts it
  std::vector<HostAlias> aliases{};
};

class HostCall {
public:
  HostCall(std::string name, HostCallTraits traits)
      : name_(std::move(name)), traits_(std::move(traits)) {}
  virtual ~HostCall() = default;
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  const std::string& name() const { return name_; }
  const HostCallTraits& traits() const { return traits_; }

  // Fills all results. Several threads at once. An error ends the run; it gets the op and its place
  // from the thunk. The signature has one attribute, kText: what the op says to the function.
  virtual Status run(const CallArgs& args) const = 0;

  static constexpr std::string_view kText = "attributes";

private:
  const std::string name_;
  const HostCallTraits traits_;
};

using HostCallRef = std::shared_ptr<const HostCall>;

// Any thread.
class HostCalls {
public:
  // Once for each name, so that a compiled program never means another function than the name.
  // Error: AlreadyExists.
  Status add(HostCallRef call);
  // nullptr: there is none of this name.
  HostCallRef find(std::string_view name) const;

private:
  mutable std::mutex mutex_;
  HashMap<std::string, HostCallRef> calls_; // guarded by mutex_
};

} // namespace lz::exec
