// Tests which calls of LAPACK exist, and which operands they take.
#include "../shape/ParseTypes.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "linalg/spec/LapackCheck.h"
#include "linalg/spec/LapackConfig.h"

#include <set>

namespace lz::linalg {
namespace {

Status lapack(std::string_view target, std::string_view config,
              std::initializer_list<std::string_view> operands,
              std::initializer_list<std::string_view> results) {
  return checkLapackCall(target, config, shape::parseTypes(operands), shape::parseTypes(results));
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
  refused("is not a LAPACK routine that the library has", "lapack_sggev_ffi", "", {"3x3xf32"},
          {"3x3xf32"});
  refused("is not a LAPACK routine that the library has", "lapack_cgeqrt_ffi", "",
          {"3x3xcomplex<f32>"}, {"3x3xcomplex<f32>"});
  refused("is not a LAPACK routine that the library has", "lapack_csyevd_ffi", "",
          {"3x3xcomplex<f32>"}, {"3x3xcomplex<f32>"});
  refused("must have column-major matrices", "lapack_sgetrf_ffi", "{row_major = 1 : i64}",
          {"3x3xf32"}, {"3x3xf32", "3xi32", "i32"});
  refused("of f64, but here has (tensor<3x3xf32>)", "lapack_dgetrf_ffi", "", {"3x3xf32"},
          {"3x3xf32", "3xi32", "i32"});
  refused("must take and return", "lapack_sgetrf_ffi", "", {"3x3xf32"},
          {"3x3xf32", "2xi32", "i32"});
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
  refused("of complex<f32>, but here has", "Qr", "", {"3x3xcomplex<f32>"},
          {"3x3xcomplex<f32>", "3xf32"});
  refused("takes f32, f64 and complex numbers of these, but here has (tensor<3x3xi32>)", "Qr", "",
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
  // If vectors are not computed, JAX still states results for them, of one of two sizes.
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
  refused("cannot sort", "lapack_cgees_ffi", "{sort = 83 : ui8}", {"2x2xcomplex<f32>"},
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
  auto areMatrices = [](const std::vector<LapackTensor>& tensors) {
    std::vector<bool> flags;
    for (const LapackTensor& tensor : tensors)
      flags.push_back(tensor.isMatrix());
    return flags;
  };
  using Flags = std::vector<bool>;
  EXPECT_EQ(areMatrices(lapackTensors(LapackFunction::Gtsv, false).operands),
            (Flags{false, false, false, true}));
  EXPECT_EQ(areMatrices(lapackTensors(LapackFunction::Geev, false).results),
            (Flags{false, false, true, true, false}));
  EXPECT_EQ(areMatrices(lapackTensors(LapackFunction::Geqp3, true).operands), (Flags{true, false}));
}

TEST(LapackCalls, ByName) {
  EXPECT_EQ(lapackCall("lapack_zheevd_ffi")->function, LapackFunction::Syevd);
  EXPECT_EQ(lapackCall("lapack_cungqr_ffi")->function, LapackFunction::Orgqr);
  EXPECT_EQ(lapackCall("lapack_dgesvd_ffi")->function, LapackFunction::Gesdd);
  EXPECT_EQ(lapackCall("lapack_zgeqrf_ffi")->function, LapackFunction::Geqrf);
  EXPECT_EQ(lapackCall("lapack_zgeqrf_ffi")->letter, 'z');
  EXPECT_EQ(lapackCall("Qr")->function, LapackFunction::Geqrf);
  EXPECT_EQ(lapackCall("Qr")->letter, 0);
  for (std::string_view other :
       {"geqrf", "lapack_zgeqrf", "lapack_xgeqrf_ffi", "lapack__ffi", "lapack_s_ffi",
        "lapack_sggev_ffi", "lapack_csyevd_ffi", "lapack_sQr_ffi", "lapack_seigh_ffi"})
    EXPECT_FALSE(lapackCall(other)) << other;
  EXPECT_TRUE(isLapackTarget("lapack_sggev_ffi"));
  EXPECT_TRUE(isLapackTarget("Eigh"));
  EXPECT_FALSE(isLapackTarget("lapack_xgeqrf_ffi"));
}

// Each routine is found by its name in compiled calls, and by JAX's names for all types.
TEST(LapackFunctions, AreFoundByAllTheirNames) {
  std::set<std::string> names, targets;
  for (LapackFunction function : lapackFunctions()) {
    EXPECT_TRUE(names.emplace(lapackName(function)).second);
    EXPECT_EQ(lapackFunction(lapackName(function)), function);
    for (DType dtype : {DType::F32, DType::F64, DType::C64, DType::C128})
      for (const std::string& target : lapackTargets(function, dtype)) {
        EXPECT_TRUE(targets.insert(target).second) << target;
        ASSERT_TRUE(lapackCall(target)) << target;
        EXPECT_EQ(lapackCall(target)->function, function) << target;
        EXPECT_EQ(lapackCall(target)->letter, lapackLetter(dtype)) << target;
      }
  }
  EXPECT_EQ(targets.size(), 60u);
  EXPECT_FALSE(lapackFunction("ggev"));
  EXPECT_FALSE(lapackFunction(""));
  EXPECT_TRUE(lapackTargets(LapackFunction::Syevd, DType::S32).empty());
}

// The first operand has the element type, from which the types of the others follow.
TEST(LapackFunctions, HaveTheElementTypeFirst) {
  for (LapackFunction function : lapackFunctions())
    for (bool isComplex : {false, true}) {
      const LapackTensors tensors = lapackTensors(function, isComplex);
      EXPECT_EQ(tensors.operands[0].sign, 0) << lapackName(function);
      EXPECT_FALSE(tensors.results.empty()) << lapackName(function);
    }
}

} // namespace
} // namespace lz::linalg
