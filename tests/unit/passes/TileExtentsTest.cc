// Predicted times of loops over tiles have the order of measured times, so the extents with the
// least predicted time are good ones. docs/sweeps.md has the measurements.
#include "hlo/tiles/price/TileExtents.h"

#include "Testing.h"
#include "absl/strings/str_replace.h"

#include <string>
#include <vector>

namespace lz::hlo {
namespace {

// The loss of 512 states of 768 numbers and a vocabulary of 50,257 words without its labels, as the
// sum of the logarithms of the softmax, with both gradients.
constexpr const char* kVocabulary = R"(
func.func @main(%h: tensor<512x768xf32>, %w: tensor<50257x768xf32>) -> (tensor<512x768xf32>, tensor<50257x768xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %h, %w, contracting_dims = [1] x [1] : (tensor<512x768xf32>, tensor<50257x768xf32>) -> tensor<512x50257xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x50257xf32>, tensor<f32>) -> tensor<512xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x50257xf32>
  %d = stablehlo.subtract %s, %mb : tensor<512x50257xf32>
  %e = stablehlo.exponential %d : tensor<512x50257xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x50257xf32>, tensor<f32>) -> tensor<512xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<512xf32>) -> tensor<512x50257xf32>
  %p = stablehlo.divide %e, %lb : tensor<512x50257xf32>
  %dh = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<512x50257xf32>, tensor<50257x768xf32>) -> tensor<512x768xf32>
  %dw = stablehlo.dot_general %p, %h, contracting_dims = [0] x [0] : (tensor<512x50257xf32>, tensor<512x768xf32>) -> tensor<50257x768xf32>
  return %dh, %dw : tensor<512x768xf32>, tensor<50257x768xf32>
})";

// The 10 nearest of 100,000 points of D numbers for each of 2,000 queries.
constexpr const char* kNeighbours = R"(
func.func @main(%q: tensor<2000xDxf32>, %y: tensor<100000xDxf32>, %yy: tensor<100000xf32>) -> (tensor<2000x10xf32>, tensor<2000x10xi32>) {
  %s = stablehlo.dot_general %q, %y, contracting_dims = [1] x [1] : (tensor<2000xDxf32>, tensor<100000xDxf32>) -> tensor<2000x100000xf32>
  %b = stablehlo.broadcast_in_dim %yy, dims = [1] : (tensor<100000xf32>) -> tensor<2000x100000xf32>
  %d = stablehlo.subtract %s, %b : tensor<2000x100000xf32>
  %values, %places = chlo.top_k(%d, k = 10) : tensor<2000x100000xf32> -> (tensor<2000x10xf32>, tensor<2000x10xi32>)
  return %values, %places : tensor<2000x10xf32>, tensor<2000x10xi32>
})";

// Attention of 16,384 queries to 4,096 keys and values of 8 numbers.
constexpr const char* kFewColumns = R"(
func.func @main(%q: tensor<16384x8xf32>, %k: tensor<4096x8xf32>, %v: tensor<4096x8xf32>) -> tensor<16384x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<16384x8xf32>, tensor<4096x8xf32>) -> tensor<16384x4096xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<16384xf32>) -> tensor<16384x4096xf32>
  %d = stablehlo.subtract %s, %mb : tensor<16384x4096xf32>
  %e = stablehlo.exponential %d : tensor<16384x4096xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<16384xf32>) -> tensor<16384x4096xf32>
  %p = stablehlo.divide %e, %lb : tensor<16384x4096xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<16384x4096xf32>, tensor<4096x8xf32>) -> tensor<16384x8xf32>
  return %o : tensor<16384x8xf32>
})";

// Tiles of a table of rows and columns. An extent of 0 means that no loop cuts the dimension.
struct Measured {
  int64_t rows, columns;
  double ms;
};

// The table that the first product of a program makes.
struct Table {
  Module module;
  mlir::Operation* product = nullptr;

  explicit Table(const std::string& text) : module(text) {
    module.module->walk([&](mlir::Operation* op) {
      if (!product && is(op, Opcode::DotGeneral))
        product = op;
    });
  }
  CutDim cut(int64_t dim) const {
    TiledDim tiledDim = tiledDimOf(product, dim).value();
    TileRounds rounds = roundsOf(tiledDim);
    return {std::move(tiledDim), std::move(rounds)};
  }
};

// Returns the predicted time of each entry in ms. If both dimensions are cut, the outer loop is
// that over the columns.
std::vector<double> predicted(const std::string& text, const std::vector<Measured>& entries) {
  const Table table(text);
  const CutDim rows = table.cut(0), columns = table.cut(1);
  std::vector<double> ms;
  for (const Measured& entry : entries) {
    const bool cutsBoth = entry.rows > 0 && entry.columns > 0;
    const TilePricer pricer(entry.columns > 0 ? columns : rows, cutsBoth ? &rows : nullptr,
                            MachineClass::Avx512);
    const TilePrice price = entry.columns > 0
                                ? pricer.at(entry.columns, std::max<int64_t>(1, entry.rows))
                                : pricer.at(entry.rows);
    ms.push_back(price.tiled / 1e6);
  }
  return ms;
}

// The times were measured on a Zen 4 with two threads. If one of two times is longer by more than
// the accuracy of predictions, so is its prediction.
void expectOrder(const std::string& text, const std::vector<Measured>& table) {
  constexpr double kAccuracy = 0.15;
  const std::vector<double> ms = predicted(text, table);
  for (size_t i = 0; i < table.size(); ++i)
    for (size_t j = 0; j < table.size(); ++j)
      if (table[i].ms > (1 + kAccuracy) * table[j].ms) {
        EXPECT_GT(ms[i], ms[j]) << table[i].rows << " x " << table[i].columns << " take "
                                << table[i].ms << " ms, and " << table[j].rows << " x "
                                << table[j].columns << " take " << table[j].ms << " ms";
      }
}

std::string neighbours(const std::string& numbers) {
  return absl::StrReplaceAll(kNeighbours, {{"xDxf32", "x" + numbers + "xf32"}});
}

TEST(TileExtents, PricesHaveTheOrderOfMeasuredTimes) {
  expectOrder(
      kVocabulary,
      {{32, 0, 875}, {64, 0, 706}, {128, 0, 635}, {256, 0, 596}, {0, 866, 799}, {0, 1733, 805}});
  expectOrder(kFewColumns, {{32, 0, 59.9}, {64, 0, 48.3}, {128, 0, 42.6}, {256, 0, 30.8}});
  // Small tiles, for which handing work over counts, and large tiles, for which memory does.
  expectOrder(neighbours("100"), {{250, 250, 310}, {500, 500, 275}, {1000, 1000, 252}});
  expectOrder(neighbours("100"),
              {{1000, 1000, 252}, {250, 3125, 254}, {0, 2000, 347}, {0, 4000, 383}});
}

// The choice of tiles, and whether the table is stored.
struct Chosen {
  TileChoice loops;
  bool isWorth;
};

Chosen chosenFor(const std::string& text, bool isTile = false) {
  Table table(text);
  CutDims dims;
  dims.emplace_back(table.cut(0));
  dims.emplace_back(table.cut(1));
  std::vector<TileChoice> best;
  for (int64_t dim : {0, 1}) {
    std::vector<TileChoice> choices = choicesOf(dims, dim, MachineClass::Avx512);
    llvm::erase_if(choices, [&](const TileChoice& choice) {
      return !isWorth(choice.price, dims[size_t(dim)]->rounds, MachineClass::Avx512, isTile);
    });
    if (!choices.empty())
      best.push_back(bestOf(choices, MachineClass::Avx512));
  }
  if (best.empty())
    return {{}, false};
  return {bestOf(best, MachineClass::Avx512), true};
}

// Tiles of 128 rows of the vocabulary take 27 MB, which is little beside the gradients. They take
// three products instead of four. A tile is not divided again, since columns would take a fourth
// product after all.
TEST(TileExtents, ManyWordsAreTiledByRows) {
  const Chosen program = chosenFor(kVocabulary);
  ASSERT_TRUE(program.isWorth);
  EXPECT_EQ(program.loops.outer, 0);
  EXPECT_EQ(program.loops.tile, 128);
  EXPECT_EQ(program.loops.inner, -1);
  EXPECT_FALSE(chosenFor(absl::StrReplaceAll(kVocabulary, {{"<512", "<128"}}), true).isWorth);
}

// Four thunks of each tile are handed over to the threads, so smaller tiles take longer.
TEST(TileExtents, TilesOfFewColumnsFillTheCache) {
  const Chosen program = chosenFor(kFewColumns);
  ASSERT_TRUE(program.isWorth);
  EXPECT_EQ(program.loops.outer, 0);
  EXPECT_EQ(program.loops.tile, 256);
}

} // namespace
} // namespace lz::hlo
