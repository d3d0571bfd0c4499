#include "base/ElementStorage.h"

#include "base/Shape.h"

#include <gtest/gtest.h>

namespace lz {
namespace {

TEST(ElementStorageTest, ElementsOfWholeBytesLieSideBySide) {
  EXPECT_EQ(storageBits(DType::Pred), 8u);
  EXPECT_EQ(storageBits(DType::BF16), 16u);
  EXPECT_EQ(storageBits(DType::Invalid), 0u);
  EXPECT_EQ(storageBytes(DType::F64, 3), 24);
  EXPECT_EQ(storageBytes(DType::Pred, 3), 3);
  EXPECT_EQ(storageBytes(DType::S32, 0), 0);
  EXPECT_EQ(storageOffset(DType::S32, 3).byte, 12);
  EXPECT_EQ(storageOffset(DType::S32, 3).bit, 0u);
  EXPECT_EQ(byteSize(DType::S16), 2u);
}

TEST(ElementStorageTest, NarrowElementsShareBytes) {
  EXPECT_EQ(bytesOfBits(4, 7), 4);
  EXPECT_EQ(bytesOfBits(4, 8), 4);
  EXPECT_EQ(bytesOfBits(4, 0), 0);
  EXPECT_EQ(bytesOfBits(2, 5), 2);
  EXPECT_EQ(offsetOfBits(4, 3).byte, 1);
  EXPECT_EQ(offsetOfBits(4, 3).bit, 4u);
  EXPECT_EQ(offsetOfBits(2, 7).byte, 1);
  EXPECT_EQ(offsetOfBits(2, 7).bit, 6u);
  EXPECT_EQ(bytesOfBits(4, INT64_MAX), INT64_MAX / 2 + 1);
}

TEST(ElementStorageTest, BytesThatDoNotFitAreNone) {
  EXPECT_EQ(checkedStorageBytes(DType::F64, int64_t{1} << 60), std::nullopt);
  EXPECT_EQ(checkedStorageBytes(DType::F64, (int64_t{1} << 60) - 1), INT64_MAX - 7);
  EXPECT_EQ(checkedStorageBytes(DType::Pred, std::nullopt), std::nullopt);
  EXPECT_FALSE(checkType({DType::F64, {int64_t{1} << 30, int64_t{1} << 30}}).ok());
  EXPECT_TRUE(checkType({DType::F32, {int64_t{1} << 30, int64_t{1} << 30}}).ok());
}

} // namespace
} // namespace lz
