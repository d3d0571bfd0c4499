#include "ShapeTesting.h"
#include "absl/strings/str_cat.h"
#include "linalg/spec/LapackCalls.h"

namespace lz {
namespace {

Query cholesky(std::string_view a) {
  return Query(Opcode::Cholesky).in(a).attr("lower", 1);
}
Query solve(std::string_view a, std::string_view b, bool left = true) {
  return Query(Opcode::TriangularSolve)
      .in(a)
      .in(b)
      .attr("left_side", int(left))
      .attr("lower", 1)
      .attr("unit_diagonal", 0)
      .attr("transpose_a", 0);
}

TEST(Cholesky, GivesTheTypeOfA) {
  cholesky("3x3xf32").gives("3x3xf32");
  cholesky("2x0x5x5xf64").gives("2x0x5x5xf64");
  cholesky("4x4xbf16").gives("4x4xbf16");
  cholesky("4x4xcomplex<f32>").gives("4x4xcomplex<f32>");
}

TEST(Cholesky, Refuses) {
  cholesky("3xf32").refused("is no matrix");
  cholesky("2x3x4xf32").refused("3 by 4");
  cholesky("3x3xi32").refused("takes floats and complex numbers");
}

TEST(TriangularSolve, GivesTheTypeOfB) {
  solve("3x3xf32", "3x2xf32").gives("3x2xf32");
  solve("2x3x3xcomplex<f64>", "2x5x3xcomplex<f64>", false).gives("2x5x3xcomplex<f64>");
  solve("0x0xf64", "0x4xf64").gives("0x4xf64");
}

TEST(TriangularSolve, Refuses) {
  solve("3x3xf32", "3x2xf64").refused("different element types");
  solve("3x3xf32", "2x3x2xf32").refused("different ranks");
  solve("2x3xf32", "3x2xf32").refused("2 by 3");
  solve("2x3x3xf32", "4x3x2xf32").refused("batch dimensions differ: dim 0");
  solve("3x3xf32", "2x3xf32").refused("stands on the left of x, so that rows");
  solve("3x3xf32", "3x2xf32", false).refused("stands on the right of x, so that columns");
  solve("3xf32", "3xf32").refused("is no matrix");
}

Status lapack(std::string_view target, std::string_view config,
              std::initializer_list<std::string_view> operands,
              std::initializer_list<std::string_view> results) {
  return checkLapackCall(target, config, parseTypes(operands), parseTypes(results));
}
void refused(std::string_view part, std::string_view target, std::string_view config,
             std::initializer_list<std::string_view> operands,
             std::initializer_list<std::string_view> results) {
  const Status status = lapack(target, config, operands, results);
  EXPECT_NE(std::string(status.message()).find(part), std::string::npos) << status;
}

TEST(LapackCalls, AreOfTheTypesThatJaxPrints) {
  EXPECT_TRUE(
      lapack("lapack_spotrf_ffi", "{uplo = 76 : ui8}", {"2x4x4xf32"}, {"2x4x4xf32", "2xi32"}).ok());
  EXPECT_TRUE(lapack("lapack_dgetrf_ffi", "{}", {"5x3xf64"}, {"5x3xf64", "3xi32", "i32"}).ok());
  EXPECT_TRUE(lapack("lapack_sgeqrf_ffi", "{}", {"3x5xf32"}, {"3x5xf32", "3xf32"}).ok());
  EXPECT_TRUE(lapack("lapack_sorgqr_ffi", "", {"7x5xf32", "2xf32"}, {"7x5xf32"}).ok());
  EXPECT_TRUE(lapack("lapack_ctrsm_ffi",
                     "{diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}",
                     {"3x3xcomplex<f32>", "5x3xcomplex<f32>"}, {"5x3xcomplex<f32>"})
                  .ok());
}

TEST(LapackCalls, OthersAreRefused) {
  refused("is no routine of LAPACK that the library has", "lapack_sggev_ffi", "", {"3x3xf32"},
          {"3x3xf32"});
  refused("is no routine of LAPACK that the library has", "lapack_cgeqrt_ffi", "",
          {"3x3xcomplex<f32>"}, {"3x3xcomplex<f32>"});
  refused("is no routine of LAPACK that the library has", "lapack_csyevd_ffi", "",
          {"3x3xcomplex<f32>"}, {"3x3xcomplex<f32>"});
  refused("not column-major", "lapack_sgetrf_ffi", "{row_major = 1 : i64}", {"3x3xf32"},
          {"3x3xf32", "3xi32", "i32"});
  refused("of f64, but here (tensor<3x3xf32>)", "lapack_dgetrf_ffi", "", {"3x3xf32"},
          {"3x3xf32", "3xi32", "i32"});
  refused("takes and gives", "lapack_sgetrf_ffi", "", {"3x3xf32"}, {"3x3xf32", "2xi32", "i32"});
  refused("side = 76 (left)", "lapack_strsm_ffi", "{side = 76 : ui8}", {"3x3xf32", "5x3xf32"},
          {"5x3xf32"});
  refused("t <= n <= m", "lapack_sorgqr_ffi", "", {"7x5xf32", "6xf32"}, {"7x5xf32"});
}

TEST(LapackCalls, OfXlaHaveTheTypeOfTheirOperand) {
  const std::string_view reflectors = "ProductOfElementaryHouseholderReflectors";
  EXPECT_TRUE(lapack("Qr", "", {"2x3x5xf64"}, {"2x3x5xf64", "2x3xf64"}).ok());
  EXPECT_TRUE(
      lapack(reflectors, "", {"7x5xcomplex<f32>", "2xcomplex<f32>"}, {"7x5xcomplex<f32>"}).ok());
  EXPECT_TRUE(lapack("LuDecomposition", "", {"3x5xf32"}, {"3x5xf32", "3xi32", "3xi32"}).ok());
  EXPECT_TRUE(
      lapack("Eigh", "0,1,100,1e-6", {"4x4xcomplex<f64>"}, {"4x4xcomplex<f64>", "4xf64"}).ok());
  refused("t <= n <= m", reflectors, "", {"7x5xf32", "6xf32"}, {"7x5xf32"});
  refused("of complex<f32>, but here", "Qr", "", {"3x3xcomplex<f32>"},
          {"3x3xcomplex<f32>", "3xf32"});
  refused("takes f32, f64 and complex numbers of these, but here (tensor<3x3xi32>)", "Qr", "",
          {"3x3xi32"}, {"3x3xi32", "3xi32"});
  refused("takes f32, f64 and complex numbers", "Qr", "", {}, {});
  refused("begins with \"1,\"", "Eigh", "", {"4x4xf32"}, {"4x4xf32", "4xf32"});
}

TEST(LapackCalls, SizesFollowTheOptions) {
  EXPECT_TRUE(lapack("lapack_sgesdd_ffi", "{mode = 83 : ui8}", {"2x6x4xf32"},
                     {"2x6x4xf32", "2x4xf32", "2x6x4xf32", "2x4x4xf32", "2xi32"})
                  .ok());
  EXPECT_TRUE(lapack("lapack_cgesvd_ffi", "{mode = 65 : ui8}", {"6x4xcomplex<f32>"},
                     {"6x4xcomplex<f32>", "4xf32", "6x6xcomplex<f32>", "4x4xcomplex<f32>", "i32"})
                  .ok());
  refused("as many vectors as there are singular values", "lapack_sgesdd_ffi", "{mode = 83 : ui8}",
          {"6x4xf32"}, {"6x4xf32", "4xf32", "6x6xf32", "4x4xf32", "i32"});
  // JAX gives matrices of either size to be left alone.
  EXPECT_TRUE(lapack("lapack_sgesdd_ffi", "{mode = 78 : ui8}", {"6x4xf32"},
                     {"6x4xf32", "4xf32", "6x4xf32", "4x4xf32", "i32"})
                  .ok());
  EXPECT_TRUE(lapack("lapack_sgesdd_ffi", "{mode = 78 : ui8}", {"6x4xf32"},
                     {"6x4xf32", "4xf32", "6x6xf32", "4x4xf32", "i32"})
                  .ok());
  refused("square matrices u and v with mode = 65", "lapack_sgesdd_ffi", "{mode = 65 : ui8}",
          {"6x4xf32"}, {"6x4xf32", "4xf32", "6x4xf32", "4x4xf32", "i32"});
  refused("zeros of either size", "lapack_sgesdd_ffi", "{mode = 78 : ui8}", {"6x4xf32"},
          {"6x4xf32", "4xf32", "6x5xf32", "4x4xf32", "i32"});
  EXPECT_TRUE(lapack("lapack_dsytrd_ffi", "{uplo = 76 : ui8}", {"1x1xf64"},
                     {"1x1xf64", "1xf64", "0xf64", "0xf64", "i32"})
                  .ok());
  refused("all rows", "lapack_dgehrd_ffi", "{high = 2 : i32, low = 1 : i32}", {"3x3xf64"},
          {"3x3xf64", "2xf64", "i32"});
  refused("does not sort", "lapack_cgees_ffi", "{sort = 83 : ui8}", {"2x2xcomplex<f32>"},
          {"2x2xcomplex<f32>", "2x2xcomplex<f32>", "2xcomplex<f32>", "i32", "i32"});
  EXPECT_TRUE(lapack("lapack_sormqr_ffi", "{left = false, transpose = true}",
                     {"6x4xf32", "4xf32", "3x6xf32"}, {"3x6xf32"})
                  .ok());
  refused("left = true", "lapack_sormqr_ffi", "{left = true, transpose = true}",
          {"6x4xf32", "4xf32", "3x6xf32"}, {"3x6xf32"});
}

TEST(LapackCalls, TakeTheLettersThatJaxGives) {
  auto eig = [](std::string_view config) {
    return lapack("lapack_dgeev_ffi", config, {"3x3xf64"},
                  {"3xf64", "3xf64", "3x3xcomplex<f64>", "3x3xcomplex<f64>", "i32"});
  };
  EXPECT_TRUE(eig("{compute_left = 78 : ui8, compute_right = 86 : ui8}").ok());
  EXPECT_EQ(
      eig("{compute_left = 78 : ui8, compute_right = 65 : ui8}").message(),
      "[custom_call] \"lapack_dgeev_ffi\" takes compute_right = 78 (N) or 86 (V), but here its "
      "configuration is \"{compute_left = 78 : ui8, compute_right = 65 : ui8}\"");
  refused("takes compute_left = 78 (N) or 86 (V)", "lapack_cgeev_ffi", "{compute_right = 86 : ui8}",
          {"2x2xcomplex<f32>"}, {"2xcomplex<f32>", "2x2xcomplex<f32>", "2x2xcomplex<f32>", "i32"});
  auto eigh = [](std::string_view config) {
    return lapack("lapack_zheevd_ffi", config, {"3x3xcomplex<f64>"},
                  {"3x3xcomplex<f64>", "3xf64", "i32"});
  };
  EXPECT_TRUE(eigh("{mode = 86 : ui8, uplo = 76 : ui8}").ok());
  EXPECT_TRUE(eigh("{mode = 78 : ui8, uplo = 85 : ui8}").ok());
  EXPECT_NE(eigh("{mode = 83 : ui8, uplo = 76 : ui8}").message().find("takes mode = 78 (N)"),
            std::string::npos);
  EXPECT_NE(eigh("{mode = 86 : ui8}").message().find("takes uplo = 76 (L) or 85 (U)"),
            std::string::npos);
  refused("takes uplo = 76 (L)", "lapack_dsytrd_ffi", "{uplo = 65 : ui8}", {"1x1xf64"},
          {"1x1xf64", "1xf64", "0xf64", "0xf64", "i32"});
  refused("takes mode = 65 (A) or 78 (N) or 83 (S)", "lapack_sgesdd_ffi", "{mode = 79 : ui8}",
          {"2x2xf32"}, {"2x2xf32", "2xf32", "2x2xf32", "2x2xf32", "i32"});
}

TEST(LapackCalls, OfTrianglesTakeTheLettersThatJaxGives) {
  auto factor = [](std::string_view config) {
    return lapack("lapack_spotrf_ffi", config, {"3x3xf32"}, {"3x3xf32", "i32"});
  };
  EXPECT_TRUE(factor("{uplo = 85 : ui8}").ok());
  for (std::string_view config : {"{}", "{uplo = 65 : ui8}", "{lower = true}"})
    EXPECT_EQ(factor(config).message(),
              absl::StrCat("[custom_call] \"lapack_spotrf_ffi\" takes uplo = 76 (L) or 85 (U), but "
                           "here its configuration is \"",
                           std::string(config), "\""));

  auto solution = [](int diag, int side, int trans, int uplo) {
    return lapack("lapack_dtrsm_ffi",
                  absl::StrCat("{diag = ", diag, " : ui8, side = ", side,
                               " : ui8, trans_x = ", trans, " : ui8, uplo = ", uplo, " : ui8}"),
                  {"3x3xf64", "3x3xf64"}, {"3x3xf64"});
  };
  for (int trans : {'N', 'T', 'C'})
    EXPECT_TRUE(solution('U', 'R', trans, 'L').ok());
  auto isRefused = [](const Status& status, std::string_view part) {
    return std::string(status.message()).find(part) != std::string::npos;
  };
  EXPECT_TRUE(isRefused(solution('L', 'L', 'N', 'L'), "takes diag = 78 (N) or 85 (U), but here"));
  EXPECT_TRUE(isRefused(solution('N', 'U', 'N', 'L'), "takes side = 76 (L) or 82 (R), but here"));
  EXPECT_TRUE(
      isRefused(solution('N', 'L', 'A', 'L'), "takes trans_x = 67 (C) or 78 (N) or 84 (T)"));
  EXPECT_TRUE(isRefused(solution('N', 'L', 'N', 'l'), "takes uplo = 76 (L) or 85 (U), but here"));
}

TEST(LapackCalls, OfSchurFormsTakeTheLettersThatJaxGives) {
  auto schur = [](std::string_view config) {
    return lapack("lapack_cgees_ffi", config, {"2x2xcomplex<f32>"},
                  {"2x2xcomplex<f32>", "2x2xcomplex<f32>", "2xcomplex<f32>", "i32", "i32"});
  };
  EXPECT_TRUE(schur("{mode = 86 : ui8, sort = 78 : ui8}").ok());
  EXPECT_TRUE(schur("{mode = 78 : ui8, sort = 78 : ui8}").ok());
  EXPECT_NE(schur("{mode = 65 : ui8, sort = 78 : ui8}").message().find("takes mode = 78 (N)"),
            std::string::npos);
  EXPECT_NE(schur("{mode = 86 : ui8, sort = 65 : ui8}").message().find("takes sort = 78 (N),"),
            std::string::npos);
}

TEST(LapackCalls, HaveMatricesWhoseLayoutsCount) {
  using Flags = std::vector<bool>;
  EXPECT_EQ(lapackMatrices("lapack_sgtsv_ffi").operands, (Flags{false, false, false, true}));
  EXPECT_EQ(lapackMatrices("lapack_sgeev_ffi").results, (Flags{false, false, true, true, false}));
  EXPECT_EQ(lapackMatrices("lapack_cgeqp3_ffi").operands, (Flags{true, false}));
  EXPECT_TRUE(lapackMatrices("lapack_sggev_ffi").operands.empty());
}

TEST(LapackCalls, ByName) {
  EXPECT_EQ(lapackCall("lapack_zheevd_ffi")->routine, "syevd");
  EXPECT_EQ(lapackCall("lapack_cungqr_ffi")->routine, "orgqr");

  EXPECT_EQ(lapackCall("lapack_zgeqrf_ffi")->routine, "geqrf");
  EXPECT_EQ(lapackCall("lapack_zgeqrf_ffi")->letter, 'z');
  EXPECT_EQ(lapackCall("Qr")->routine, "geqrf");
  EXPECT_EQ(lapackCall("Qr")->letter, 0);
  const TensorType matrix{DType::F32, {3, 3}}, vector{DType::F32, {3}};
  EXPECT_FALSE(checkLapackCall("lapack_sQr_ffi", "", {matrix}, {matrix, vector}).ok());
  EXPECT_FALSE(lapackCall("geqrf"));
  EXPECT_FALSE(lapackCall("lapack_zgeqrf"));
  EXPECT_FALSE(lapackCall("lapack_xgeqrf_ffi"));
  EXPECT_FALSE(lapackCall("lapack__ffi"));
}

} // namespace
} // namespace lz
