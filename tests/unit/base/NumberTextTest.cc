#include "base/text/NumberText.h"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>

namespace lz {
namespace {

// Formats by printf, which is right because the test runs in the locale "C".
std::string printed(const char* format, int digits, double value) {
  char text[512];
  std::snprintf(text, sizeof text, format, digits, value);
  return text;
}

TEST(NumberText, IsWhatPrintfWrites) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (double value : {0.0, -0.0, 1.5, -1.0 / 3, 123456.5, 9.9999e5, 1e-5, 5e-324, 1.7e308, 2e22,
                       kInfinity, -kInfinity, std::nan(""), -std::nan("")})
    for (int digits : {2, 3, 5, 9, 17}) {
      EXPECT_EQ(generalText(value, digits), printed("%.*g", digits, value));
      EXPECT_EQ(scientificText(value, digits), printed("%.*e", digits, value));
    }
}

} // namespace
} // namespace lz
