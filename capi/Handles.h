// The objects to which the opaque pointers point, and the checks at the beginning of every C
// function.
#pragma once

#include "base/machine/FloatMode.h"
#include "lazuli/lazuli.h"
#include "lazy/context/Graph.h"
#include "lazy/graph/ThreadState.h"
#include "lazy/view/Variable.h"

#include <memory>
#include <string>
#include <vector>

struct lz_status {
  lz::Handle handle{lz::HandleKind::Status, 1};
  lz_code code;
  std::string message, op, location;
  int64_t bytesWanted = 0, bytesAvailable = 0;
  int32_t operand = -1;
};

struct lz_string {
  lz::Handle handle{lz::HandleKind::String, 1};
  std::string text;
};

struct lz_context {
  lz::Handle handle{lz::HandleKind::Context, 1};
  lz::Ref<lz::lazy::Graph> graph; // the graph of the first device
};

struct lz_device {
  lz::Handle handle{lz::HandleKind::Device, 1};
  lz::Ref<lz::lazy::Graph> graph;
};

struct lz_op {
  lz::Handle handle{lz::HandleKind::Op, 1};
  lz::Ref<lz::lazy::Node> node;
};

struct lz_function {
  lz::Handle handle{lz::HandleKind::Function, 1};
  lz::lazy::Function function;
};

struct lz_module {
  lz::Handle handle{lz::HandleKind::Module, 1};
  lz::lazy::Function function; // @main; it captures nothing
};

struct lz_executable {
  lz::Handle handle{lz::HandleKind::Executable, 1};
  lz::Ref<lz::lazy::Graph> graph;
  lz::lazy::ExecutableRef executable;
  std::vector<lz::lazy::Value> captures; // the last inputs of the program; callers do not pass them

  size_t numInputs() const { return executable->spec().inputs.size() - captures.size(); }
};

struct lz_event {
  lz::Handle handle{lz::HandleKind::Event, 1};
  lz::runtime::EventRef event;
  // Set only for the event of a tensor. The tensor has a status when the work has ended. If
  // `outcome` has happened by then, the tensor has the status of `outcome`. Otherwise the tensor
  // has the status of the work.
  lz::runtime::EventRef outcome{};
  bool isPrograms = false; // made by lz_event_create; only lz_event_set makes it happen

  ~lz_event() {
    if (isPrograms)
      event->cancel();
  }
};

struct lz_barrier {
  lz::Handle handle{lz::HandleKind::Barrier, 1};
  lz::Ref<lz::lazy::Graph> graph;
  lz::lazy::BarrierResult result;
};

struct lz_guard {
  lz::Handle handle{lz::HandleKind::Guard, 1};
  lz::Ref<lz::lazy::Graph> graph;
  std::shared_ptr<const lz::lazy::Guards::Guard> guard; // must be destroyed before the graph
};

struct lz_variable {
  lz::Handle handle{lz::HandleKind::Variable, 1};
  lz::lazy::Variable variable;
};

struct lz_view {
  lz::Handle handle{lz::HandleKind::View, 1};
  lz::runtime::StorageRef storage;
};

namespace lz::capi {

template <typename T> struct KindOf;
template <> struct KindOf<lz_status> {
  static constexpr HandleKind kind = HandleKind::Status;
  static constexpr const char* name = "lz_status";
};
template <> struct KindOf<lz_string> {
  static constexpr HandleKind kind = HandleKind::String;
  static constexpr const char* name = "lz_string";
};
template <> struct KindOf<lz_context> {
  static constexpr HandleKind kind = HandleKind::Context;
  static constexpr const char* name = "lz_context";
};
template <> struct KindOf<lz_device> {
  static constexpr HandleKind kind = HandleKind::Device;
  static constexpr const char* name = "lz_device";
};
template <> struct KindOf<lz_tensor> {
  static constexpr HandleKind kind = HandleKind::Tensor;
  static constexpr const char* name = "lz_tensor";
};
template <> struct KindOf<lz_op> {
  static constexpr HandleKind kind = HandleKind::Op;
  static constexpr const char* name = "lz_op";
};
template <> struct KindOf<lz_function> {
  static constexpr HandleKind kind = HandleKind::Function;
  static constexpr const char* name = "lz_function";
};
template <> struct KindOf<lz_module> {
  static constexpr HandleKind kind = HandleKind::Module;
  static constexpr const char* name = "lz_module";
};
template <> struct KindOf<lz_executable> {
  static constexpr HandleKind kind = HandleKind::Executable;
  static constexpr const char* name = "lz_executable";
};
template <> struct KindOf<lz_event> {
  static constexpr HandleKind kind = HandleKind::Event;
  static constexpr const char* name = "lz_event";
};
template <> struct KindOf<lz_barrier> {
  static constexpr HandleKind kind = HandleKind::Barrier;
  static constexpr const char* name = "lz_barrier";
};
template <> struct KindOf<lz_guard> {
  static constexpr HandleKind kind = HandleKind::Guard;
  static constexpr const char* name = "lz_guard";
};
template <> struct KindOf<lz_variable> {
  static constexpr HandleKind kind = HandleKind::Variable;
  static constexpr const char* name = "lz_variable";
};
template <> struct KindOf<lz_view> {
  static constexpr HandleKind kind = HandleKind::View;
  static constexpr const char* name = "lz_view";
};

// Returns the kind of a handle. Every object begins with its kind.
inline HandleKind kindOf(const void* handle) {
  return static_cast<const Handle*>(handle)->kind.load(std::memory_order_relaxed);
}
template <typename T> bool isA(const T* handle) {
  return handle && kindOf(handle) == KindOf<T>::kind;
}

// Fails unless `handle` is an object of this kind, for example with "tensor is NULL; pass an
// lz_tensor".
Status checkKind(const void* handle, HandleKind kind, const char* typeName, const char* argument);
template <typename T> Status check(const T* handle, const char* argument) {
  if (isA(handle))
    return okStatus();
  return checkKind(handle, KindOf<T>::kind, KindOf<T>::name, argument);
}
Status checkOut(const void* out, const char* argument);

// Returns the result of the graph to which a C tensor points.
inline lazy::Result& resultOf(const lz_tensor* tensor) {
  return *const_cast<lazy::Result*>(reinterpret_cast<const lazy::Result*>(tensor));
}
inline lz_tensor* tensorOf(lazy::Result& result) {
  return reinterpret_cast<lz_tensor*>(&result);
}

using lazy::countHandles;

// Makes an object that the caller owns, with one reference.
template <typename T, typename... Args> T* make(Args&&... args) {
  T* object = new T{Handle(KindOf<T>::kind, 1), std::forward<Args>(args)...};
  countHandles(1);
  return object;
}
template <typename T> void retain(T* object) noexcept {
  if (isA(object))
    reinterpret_cast<Handle*>(object)->retain();
}
// Logs that a release function got a handle of another type, and releases nothing. Does not log if
// it finds no log sink.
void reportWrongRelease(const void* handle, const char* typeName) noexcept;
template <typename T> void release(T* object) noexcept {
  if (!object)
    return;
  if (!isA(object))
    return reportWrongRelease(object, KindOf<T>::name);
  if (!object->handle.releaseIsLast())
    return;
  object->handle.kind.store(HandleKind::Freed, std::memory_order_relaxed);
  delete object;
  countHandles(-1);
}

// Converts a status to an lz_status. Returns NULL for success. If the message does not begin with
// "[op]", puts the name of the function before the message.
lz_status* toC(const Status& status, const char* function);
// Converts an lz_status to the status of the library that has the same error. Returns OK for NULL.
Status fromC(const lz_status* status);
// Returns the status of the exception that is being handled. If this is std::bad_alloc, allocates
// nothing: it returns the status that was made when the library was loaded.
lz_status* statusOfException(const char* function) noexcept;

// No exception leaves the library, because the body of every exported function is one call of
// `guarded`, `recording`, `ask`, `quietly`, `retain` or `release`. scripts/check_guards.py checks
// this.
//
// Runs `body`, which appends an op to the graph, and returns its status. `body` returns a Status or
// an lz_status. recording() does not set the floating-point mode, because reading the mode of the
// thread takes a tenth of the time of recording. The graph sets the mode when it does more than
// record.
template <typename Body> lz_status* recording(const char* function, Body&& body) noexcept {
  try {
    auto status = body();
    if constexpr (std::is_same_v<decltype(status), Status>)
      return status.ok() ? nullptr : toC(status, function);
    else
      return status;
  } catch (...) {
    return statusOfException(function);
  }
}

// Does what recording() does, but runs `body` in the default floating-point mode. It is for
// functions that return a status and do not record an op.
template <typename Body> lz_status* guarded(const char* function, Body&& body) noexcept {
  OwnFloatMode mode;
  return recording(function, std::forward<Body>(body));
}

// Returns get(*object). If `object` is NULL or a handle of another kind, returns `otherwise`.
template <typename T, typename Answer, typename Get>
Answer ask(const T* object, Answer otherwise, Get&& get) noexcept {
  try {
    return isA(object) ? Answer(get(*object)) : otherwise;
  } catch (...) {
    return otherwise;
  }
}

// Runs `body` and drops exceptions, for functions that cannot report an error.
template <typename Body> void quietly(Body&& body) noexcept {
  try {
    body();
  } catch (...) {
  }
}

lz_string* makeString(std::string text);
// Returns the only handle of a node with one result.
inline lz_tensor* onlyResult(lazy::Node* node) {
  countHandles(1);
  return tensorOf(node->result(0));
}
StatusOr<TensorType> makeType(lz_dtype dtype, const int64_t* dims, size_t rank);
// Converts a level of numerics. Returns `otherwise` for the default level. Fails with Unimplemented
// for LZ_NUMERICS_FAST, which does not exist yet, and with InvalidArgument for an unknown number.
StatusOr<compiler::Numerics> numericsOf(lz_numerics level, compiler::Numerics otherwise);

} // namespace lz::capi
