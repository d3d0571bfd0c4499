// Functions of the caller's program as thunks.
#include "exec/Executable.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Kinds.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::Storage;

class Function final : public HostCall {
public:
  using Body = std::function<Status(const CallArgs&)>;
  explicit Function(Body body) : HostCall("function", {}), body_(std::move(body)) {}
  Status run(const CallArgs& args) const override { return body_(args); }

private:
  const Body body_;
};

const TensorType kByte{DType::U8, {1}};

// in0 -> out0, or a call without a result.
ExecutableSpec callOf(Function::Body body, bool hasResult = true) {
  ExecutableSpec spec;
  spec.inputs = {kByte};
  spec.buffers = {{BufferKind::Input, 1, 0}};
  Call call{nullptr, {{kByte}, {}}, {0}, -1, std::make_shared<Function>(std::move(body)), 0};
  spec.locations = {"net.c:12"};
  if (hasResult) {
    spec.outputs = call.signature.results = {kByte};
    spec.buffers.push_back({BufferKind::Output, 1, 0});
    call.buffers.push_back(1);
  }
  spec.body.thunks = {makeCall(std::move(call))};
  return spec;
}

Status copies(const CallArgs& args) {
  *args.result(0).data = *args.operand(0).data;
  return okStatus();
}

StatusOr<RunResult> runOn(const Executable& executable, uint8_t value) {
  auto device = Device::host({.threads = 1});
  return executable.run(*device, {Storage::ofLiteral(Literal::splatInt(kByte, value))});
}

TEST(HostCalls, ReadOperandsAndWriteResults) {
  auto run = runOn(Executable(callOf(copies)), 7);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(*run->outputs[0]->as<uint8_t>(), 7);
}

// Each of the two calls waits inside the function for the other one.
TEST(HostCalls, TwoRunsOfOneExecutableAreInsideAtOnce) {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
  const Executable executable(callOf([&](const CallArgs& args) {
    std::unique_lock lock(mutex);
    ++inside;
    changed.notify_all();
    bool met = changed.wait_for(lock, std::chrono::seconds(30), [&] { return inside == 2; });
    return met ? copies(args) : internalError("the other run did not come");
  }));
  auto other = std::thread([&] { EXPECT_TRUE(runOn(executable, 1).ok()); });
  EXPECT_TRUE(runOn(executable, 2).ok());
  other.join();
}

TEST(HostCalls, AnErrorHasOpAndPlaceWithoutAResultToo) {
  for (bool hasResult : {true, false}) {
    const Executable executable(
        callOf([](const CallArgs&) { return failedPrecondition("full"); }, hasResult));
    const Status status = runOn(executable, 1).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(opOf(status), "custom_call");
    EXPECT_EQ(locationOf(status), "net.c:12");
  }
}

TEST(HostCalls, ArePrintedByName) {
  EXPECT_NE(Executable(callOf(copies)).print().find("  call @function reads in0 writes out0 {}\n"),
            std::string::npos);
}

TEST(HostCalls, AreKeptByTheExecutable) {
  auto owned = std::make_shared<int>(1);
  std::weak_ptr<int> watched = owned;
  {
    const Executable executable(
        callOf([owned = std::move(owned)](const CallArgs& args) { return copies(args); }));
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(HostCalls, ANameKeepsItsFunction) {
  HostCalls calls;
  auto function = std::make_shared<Function>(copies);
  EXPECT_EQ(calls.find("function"), nullptr);
  EXPECT_TRUE(calls.add(function).ok());
  EXPECT_EQ(calls.add(std::make_shared<Function>(copies)).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(calls.find("function"), function);
}

} // namespace
} // namespace lz::exec
