#include "npy/Npy.h"

#include "gtest/gtest.h"

#include <cstring>

namespace lz::npy {
namespace {

// Returns a file of version 1, as NumPy writes it, with this dictionary and data.
std::string file(const std::string& dict, const std::string& data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  std::string header = dict + std::string(117 - dict.size(), ' ') + "\n";
  bytes += char(header.size());
  bytes += char(0);
  return bytes + header + data;
}

template <typename T> std::string bytesOf(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

TEST(Npy, ReadsRowMajor) {
  auto literal = parse(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                            bytesOf<float>({1, 2, 3, 4, 5, 6})),
                       "x.npy");
  ASSERT_TRUE(literal.ok()) << literal.status();
  EXPECT_EQ(literal->type().str(), "tensor<2x3xf32>");
  EXPECT_EQ(literal->toDouble(4), 5);
}

TEST(Npy, ReadsColumnMajor) {
  auto literal = parse(file("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
                            bytesOf<int16_t>({1, 4, 2, 5, 3, 6})),
                       "x.npy");
  ASSERT_TRUE(literal.ok()) << literal.status();
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(literal->toInt(i), i + 1);
}

TEST(Npy, RawTwoByteElementsAreBf16) {
  auto literal = parse(file("{'descr': '|V2', 'fortran_order': False, 'shape': (1,), }",
                            bytesOf<uint16_t>({0x3fc0})),
                       "x.npy");
  ASSERT_TRUE(literal.ok()) << literal.status();
  EXPECT_EQ(literal->type().str(), "tensor<1xbf16>");
  EXPECT_EQ(literal->toDouble(0), 1.5);
}

TEST(Npy, RefusesWithTheReason) {
  auto code = [](const std::string& bytes) { return parse(bytes, "x.npy").status().code(); };
  using enum absl::StatusCode;
  EXPECT_EQ(code(""), kInvalidArgument);
  EXPECT_EQ(code("not an array at all"), kInvalidArgument);
  EXPECT_EQ(code(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "1234")),
            kInvalidArgument);
  EXPECT_EQ(code(file("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }", "1234")),
            kInvalidArgument);
  EXPECT_EQ(code(file("{'descr': '<f4', 'fortran_order'", "")), kInvalidArgument);
  EXPECT_EQ(code(file("{'descr': '<U2', 'fortran_order': False, 'shape': (), }", "12345678")),
            kUnimplemented);
  EXPECT_EQ(code(file("{'descr': '>f4', 'fortran_order': False, 'shape': (), }", "1234")),
            kUnimplemented);
}

TEST(Npy, WrittenFilesReadBack) {
  for (DType dtype : {DType::Pred, DType::S8, DType::U64, DType::F16, DType::BF16, DType::F64})
    for (const Dims& dims : {Dims{}, Dims{3}, Dims{2, 0}, Dims{2, 1, 3}}) {
      Literal literal = Literal::splat({dtype, dims}, 1);
      std::string bytes = format(literal);
      EXPECT_EQ((bytes.size() - size_t(literal.type().numBytes())) % 64, 0u);
      auto again = parse(bytes, "x.npy");
      ASSERT_TRUE(again.ok()) << again.status();
      EXPECT_TRUE(*again == literal) << literal.type().str();
    }
}

} // namespace
} // namespace lz::npy
