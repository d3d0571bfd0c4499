// Contractions that a damaged file has changed are refused before a plan is computed from them.
#include "exec/thunks/products/VerifyContraction.h"

#include "gtest/gtest.h"

namespace lz::exec {
namespace {

contraction::TiledContraction withRowStride(int64_t stride) {
  contraction::TiledContraction tiled{};
  tiled.lhs.dtype = tiled.rhs.dtype = tiled.outType = DType::F32;
  tiled.lhs.rows = {{1, stride}};
  return tiled;
}

// The dimension has one element, so no address uses the stride, but plans compute products with the
// stride.
TEST(VerifyContraction, StridesHaveABound) {
  for (int64_t stride : {int64_t(-1), (int64_t(1) << 48) + 1, INT64_MAX}) {
    Status status = verifyAxes(withRowStride(stride));
    EXPECT_NE(status.message().find("a stride is negative, or an array is too large"),
              absl::string_view::npos)
        << stride << ": " << status;
  }
  contraction::TiledContraction large = withRowStride(1);
  large.lhs.k = {{int64_t(1) << 49, 0}};
  EXPECT_NE(verifyAxes(large).message().find("an array is too large"), absl::string_view::npos);
  contraction::TiledContraction window = withRowStride(1);
  window.lhs.window = {{5, 3, 1, INT64_MAX / 2, 0, 1, 7, 1}};
  EXPECT_NE(verifyAxes(window).message().find("an array is too large"), absl::string_view::npos);
  window.lhs.window = {{5, 3, 0, 1, 0, 1, 7, 1}};
  EXPECT_NE(verifyAxes(window).message().find("an array is too large"), absl::string_view::npos);
  Status status = verifyAxes(withRowStride(int64_t(1) << 48)); // the spec has no tile
  EXPECT_EQ(status.message().find("a stride is negative"), absl::string_view::npos) << status;
}

TEST(VerifyContraction, ExtentsAreNotNegative) {
  for (int64_t extent : {int64_t(-1), INT64_MIN}) {
    contraction::TiledContraction tiled = withRowStride(1);
    tiled.rhs.k = {{extent, 1}};
    EXPECT_NE(verifyAxes(tiled).message().find("an extent or a stride is negative"),
              absl::string_view::npos)
        << extent;
  }
}

} // namespace
} // namespace lz::exec
