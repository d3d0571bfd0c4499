#include "runtime/Storage.h"

#include "runtime/Device.h"

#include <cstring>
#include <gtest/gtest.h>
#include <thread>

namespace lz::runtime {
namespace {

TEST(Storage, OutlivesItsDevice) {
  auto device = Device::host({.threads = 2});
  StorageRef storage = *device->allocate(100);
  std::memset(storage->mutableData(), 7, 100);
  device->shutdown();
  device.reset();
  EXPECT_EQ(storage->data()[99], std::byte(7));
}

TEST(Storage, TakeOverMovesTheBytes) {
  auto allocator = std::make_shared<Allocator>();
  StorageRef donor = *Storage::allocate(allocator, 256);
  const std::byte* bytes = donor->data();
  StorageRef taker = Storage::takeOver(*donor);
  EXPECT_EQ(taker->data(), bytes);
  EXPECT_EQ(donor->data(), nullptr);
  EXPECT_EQ(donor->state(), StorageState::Donated);
  EXPECT_EQ(taker->state(), StorageState::Live);
  donor.reset();
  EXPECT_EQ(allocator->liveBytes(), 256);
  taker.reset();
  EXPECT_EQ(allocator->liveBytes(), 0);
}

TEST(Storage, BorrowReleasesOnce) {
  int released = 0;
  float value = 3;
  StorageRef storage = Storage::borrow(&value, sizeof(value), [&] { ++released; });
  StorageRef copy = storage;
  storage.reset();
  EXPECT_EQ(released, 0);
  EXPECT_EQ(*copy->as<float>(), 3.0f);
  copy->deleteBytes();
  EXPECT_EQ(released, 1);
  EXPECT_EQ(copy->state(), StorageState::Deleted);
  copy->deleteBytes();
  copy.reset();
  EXPECT_EQ(released, 1);
}

TEST(Storage, LiteralIsShared) {
  Literal literal = Literal::splat({DType::F32, {4}}, 2.5);
  StorageRef storage = Storage::ofLiteral(literal);
  EXPECT_EQ(storage->data(), literal.data());
  EXPECT_EQ(storage->bytes(), 16);
  EXPECT_EQ(storage->owner(), StorageOwner::Constant);
}

TEST(Storage, ExclusiveSeesWhatFormerHoldersDid) {
  auto allocator = std::make_shared<Allocator>();
  StorageRef storage = *Storage::allocate(allocator, 8);
  std::thread writer([copy = storage]() mutable {
    copy->mutableData()[0] = std::byte(9);
    copy.reset();
  });
  while (!isExclusive(storage))
    std::this_thread::yield();
  EXPECT_EQ(storage->data()[0], std::byte(9));
  storage->mutableData()[0] = std::byte(1);
  writer.join();
}

TEST(Storage, EmptyIsValid) {
  auto allocator = std::make_shared<Allocator>();
  StorageRef storage = *Storage::allocate(allocator, 0);
  EXPECT_NE(storage->data(), nullptr);
  EXPECT_EQ(storage->bytes(), 0);
}

} // namespace
} // namespace lz::runtime
