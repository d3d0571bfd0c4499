// Short helpers to record on a graph of one device, whose compiler is the interpreter.
#pragma once

#include "FakeCompiler.h"
#include "lazy/context/Devices.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>

namespace lz::test {

using lazy::Node;
using lazy::Result;

// LAZULI_STRESS_SECONDS sets how long the stress tests run.
inline double secondsToStress(double otherwise) {
  const char* text = std::getenv("LAZULI_STRESS_SECONDS");
  return text ? std::atof(text) : otherwise;
}

// A tensor handle that releases itself.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(Result* result) : result_(result) {}
  Tensor(Tensor&& other) noexcept : result_(std::exchange(other.result_, nullptr)) {}
  Tensor(const Tensor& other) : result_(other.result_) {
    if (result_)
      result_->handle.retain();
  }
  Tensor& operator=(Tensor other) noexcept {
    std::swap(result_, other.result_);
    return *this;
  }
  ~Tensor() { reset(); }
  void reset() {
    if (result_)
      result_->owner->store->releaseHandle(*result_);
    result_ = nullptr;
  }
  Result* get() const { return result_; }
  Result& operator*() const { return *result_; }
  Result* operator->() const { return result_; }

private:
  Result* result_ = nullptr;
};

class Session {
public:
  explicit Session(lazy::EngineOptions options = {}, runtime::DeviceOptions device = {}) {
    device.threads = 1;
    compiler = std::make_shared<FakeCompiler>();
    engine = std::make_shared<lazy::Engine>(std::move(options), compiler);
    graph = lazy::Devices::create(engine, {runtime::Device::host(device)});
  }

  Tensor input(std::vector<float> values, Dims dims) {
    TensorType type{DType::F32, std::move(dims)};
    runtime::StorageRef storage = *graph->device().allocate(type.numBytes());
    std::memcpy(storage->mutableData(), values.data(), size_t(type.numBytes()));
    return first(graph->fromData(lazy::Data::ready(storage, true), type));
  }
  Tensor input(std::vector<float> values) {
    Dims dims{int64_t(values.size())};
    return input(std::move(values), std::move(dims));
  }
  Tensor scalar(float value) {
    return first(graph->scalar(Literal::copyOf({DType::F32, {}}, &value), {}));
  }
  Tensor constant(float value, Dims dims = {}) {
    return first(graph->constant(Literal::splat({DType::F32, std::move(dims)}, value), {}));
  }

  StatusOr<Tensor> tryOp(Opcode opcode, std::vector<Result*> operands, Attrs attrs = {},
                         const TensorType* stated = nullptr,
                         std::vector<const lazy::Function*> functions = {}, int line = 0) {
    lazy::SourceLocation location{line ? "test.c" : nullptr, line, nullptr};
    LZ_ASSIGN_OR_RETURN(Node * node, graph->record({opcode, operands, std::move(attrs), stated,
                                                    functions, location}));
    for (uint32_t i = 1; i < node->numResults; ++i)
      graph->releaseHandle(node->result(i));
    return Tensor(&node->result(0));
  }
  Tensor add(const Tensor& x, const Tensor& y, int line = 0) {
    return *tryOp(Opcode::Add, {x.get(), y.get()}, {}, nullptr, {}, line);
  }
  Tensor multiply(const Tensor& x, const Tensor& y, int line = 0) {
    return *tryOp(Opcode::Multiply, {x.get(), y.get()}, {}, nullptr, {}, line);
  }
  Tensor broadcast(const Tensor& x, Dims dims) {
    TensorType stated{DType::F32, std::move(dims)};
    return *tryOp(Opcode::BroadcastInDim, {x.get()}, {Ints{}}, &stated);
  }
  // Records the first `count` elements of a vector.
  Tensor slice(const Tensor& x, int64_t count) {
    return *tryOp(Opcode::Slice, {x.get()}, {Ints{0}, Ints{count}, Ints{1}});
  }
  Tensor transpose(const Tensor& x) { return *tryOp(Opcode::Transpose, {x.get()}, {Ints{1, 0}}); }

  Status barrier(bool wait = true) { return graph->barrier({.wait = wait}).status(); }

  std::vector<float> read(const Tensor& x) {
    auto data = graph->valueOf(*x, true);
    if (!data.ok())
      return {};
    runtime::StorageRef storage = (*data)->storage();
    const float* begin = storage->as<float>();
    return std::vector<float>(begin, begin + x->type.numElements());
  }
  lazy::Counters& counters() { return engine->counters; }

  static Tensor first(StatusOr<Node*> node) {
    EXPECT_TRUE(node.ok()) << node.status();
    return Tensor(&(*node)->result(0));
  }

  std::shared_ptr<FakeCompiler> compiler;
  std::shared_ptr<lazy::Engine> engine;
  Ref<lazy::Graph> graph;
};

} // namespace lz::test
