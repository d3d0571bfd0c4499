// Functions of your program that a thunk calls by name, for custom_call @name. Each context has a
// table of these functions. Functions are added to the table, but never removed.
#pragma once

#include "base/HashMap.h"
#include "exec/Calls.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lz::exec {

// Result number `result` is allowed to use the buffer of operand number `operand`.
struct HostAlias {
  size_t result, operand;
};

struct HostCallTraits {
  bool hasEffects = false; // if true, calls run in order and as often as the program says
  // If true, programs with a call of this function run only on threads of the caller
  // (runtime::PreparedWork).
  bool onProgramThread = false;
  double ns = 0; // predicted time of one call, or 0 if unknown
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

  // Fills all results. Several threads can call this at once. The attributes are HostCallAttrs. An
  // error ends the run. The thunk adds the name and the source location of the op to the error.
  virtual Status run(const CallArgs& args) const = 0;

private:
  const std::string name_;
  const HostCallTraits traits_;
};

using HostCallRef = std::shared_ptr<const HostCall>;

// Any thread is allowed to call these functions.
class HostCalls {
public:
  // Adds a function. Returns AlreadyExists if there already is a function of this name.
  Status add(HostCallRef call);
  // Returns the function of this name, or nullptr.
  HostCallRef find(std::string_view name) const;

private:
  mutable std::mutex mutex_;
  HashMap<std::string, HostCallRef> calls_; // guarded by mutex_
};

} // namespace lz::exec
