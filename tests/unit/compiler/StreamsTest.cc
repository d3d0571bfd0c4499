// Tests which outputs are written with streaming stores, which bypass the caches. Sizes are
// relative to this machine's caches.
#include "compiler/Streams.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/machine/Caches.h"
#include "compiler/Compiler.h"
#include "fusion/BuildPlan.h"
#include "fusion/FormRegions.h"
#include "fusion/attach/AttachRows.h"
#include "hlo/build/Bridge.h"
#include "region/VerifyPlan.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

enum class Attached { No, Yes };

// Returns, for each region of the module in order, whether its output is written with streaming
// stores.
std::vector<bool> streamsOf(mlir::ModuleOp module, const std::vector<bool>& donated) {
  std::vector<ir::RegionOp> regions;
  module.walk([&](ir::RegionOp region) { regions.push_back(region); });
  std::vector<bool> found;
  for (ir::RegionOp region : regions) {
    schedule::ChosenPlan chosen = fusion::buildPlan(*hlo::exportRegion(region),
                                                    costTable(MachineClass::Avx2), region.numRows())
                                      .value();
    chooseStreams(region, donated, chosen);
    found.push_back(chosen.choice.streamsTo(chosen.plan.outputs[0]));
    EXPECT_TRUE(verify(chosen.plan).ok()) << verify(chosen.plan);
    EXPECT_TRUE(verify(chosen.plan, chosen.choice).ok());
  }
  return found;
}

// Returns what streamsOf returns for the regions of the program. Each region has one op and N
// elements of f32. Regions that can run on the rows of contractions may be attached to them.
std::vector<bool> streams(const std::string& pattern, int64_t bytes,
                          const std::vector<bool>& donated = {}, Attached attached = Attached::No) {
  std::string text = absl::StrReplaceAll(pattern, {{"N", std::to_string(bytes / 4)}});
  StatusOr<Program> program = parseModule(text, "streams.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, *program);
  fusion::formRegions(*module, {.enabled = false});
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  if (attached == Attached::Yes)
    fusion::attachRows(main.getBody().front(), {});
  return streamsOf(*module, donated);
}

using AreStreamed = std::vector<bool>;

const char* kTwo = R"(
func.func @main(%x: tensor<Nxf32>) -> tensor<Nxf32> {
  %0 = stablehlo.negate %x : tensor<Nxf32>
  %1 = stablehlo.tanh %0 : tensor<Nxf32>
  return %1 : tensor<Nxf32>
}
)";

// Return the bytes that fit into the cores' own caches, and into all caches.
int64_t own() {
  return 2 * caches().cores * caches().second;
}
int64_t all() {
  return std::max(own(), caches().last);
}

TEST(Streams, WhatTheProgramReturnsIfItExceedsTheCoresCaches) {
  EXPECT_EQ(streams(kTwo, 1 << 10), AreStreamed({false, false}));
  EXPECT_EQ(streams(kTwo, own()), AreStreamed({false, false}));
  EXPECT_EQ(streams(kTwo, own() + 64)[1], true);
}

TEST(Streams, WhatTheProgramReturnsInAnotherShape) {
  const char* reshaped = R"(
func.func @main(%x: tensor<Nxf32>) -> tensor<1xNxf32> {
  %0 = stablehlo.negate %x : tensor<Nxf32>
  %1 = stablehlo.reshape %0 : (tensor<Nxf32>) -> tensor<1xNxf32>
  return %1 : tensor<1xNxf32>
}
)";
  EXPECT_EQ(streams(reshaped, own()), AreStreamed({false}));
  EXPECT_EQ(streams(reshaped, own() + 64), AreStreamed({true}));
}

TEST(Streams, WhatIsReadNextIfItExceedsAllCaches) {
  EXPECT_EQ(streams(kTwo, all()), AreStreamed({false, all() > own()}));
  EXPECT_EQ(streams(kTwo, all() + 64), AreStreamed({true, true}));
}

TEST(Streams, NotWhatIsReadByRows) {
  const char* sum = R"(
func.func @main(%x: tensor<16xNxf32>, %a: tensor<16x4xf32>, %b: tensor<4xNxf32>) -> tensor<16xNxf32> {
  %0 = stablehlo.negate %x : tensor<16xNxf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4xNxf32>) -> tensor<16xNxf32>
  %2 = stablehlo.add %0, %1 : tensor<16xNxf32>
  return %2 : tensor<16xNxf32>
}
)";
  EXPECT_EQ(streams(sum, all() + 64, {}, Attached::No), AreStreamed({true, true}));
  EXPECT_EQ(streams(sum, all() + 64, {}, Attached::Yes), AreStreamed({false, true}));
}

// A table of Nx256 elements, which a region makes between the products of a sweep.
const char* kSweep = R"(
func.func @main(%q: tensor<Nx8xf32>, %k: tensor<8x256xf32>, %v: tensor<256x8xf32>) -> tensor<Nx8xf32> {
  %o = lz.sweep (%a = %q, %b = %k, %c = %v) : (tensor<Nx8xf32>, tensor<8x256xf32>, tensor<256x8xf32>) -> tensor<Nx8xf32> {
    %p = lz.contraction keeps (%d = %a, %e = %b) : (tensor<Nx8xf32>, tensor<8x256xf32>) -> tensor<Nx256xf32> {
      %s = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<Nx8xf32>, tensor<8x256xf32>) -> tensor<Nx256xf32>
      %r = lz.region rows N inside (%t = %s) : (tensor<Nx256xf32>) -> tensor<Nx256xf32> {
        %u = stablehlo.tanh %t : tensor<Nx256xf32>
        lz.return %u : tensor<Nx256xf32>
      }
      lz.return %r : tensor<Nx256xf32>
    }
    PRODUCT
    lz.return %w : tensor<Nx8xf32>
  }
  return %o : tensor<Nx8xf32>
}
)";

// Returns what streamsOf returns for kSweep with a table that is larger than all caches.
std::vector<bool> streamsOfSweep(const std::string& product) {
  const int64_t rows = all() / 1024 + 1;
  const std::string text = absl::StrReplaceAll(
      absl::StrReplaceAll(kSweep, {{"PRODUCT", product}}),
      {{"Nx", absl::StrCat(rows, "x")}, {"rows N", absl::StrCat("rows ", rows)}});
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  EXPECT_TRUE(module);
  return module ? streamsOf(*module, {}) : std::vector<bool>();
}

// The rows of the table are in the scratch of a thread, and the next product reads them at once. So
// they are not written with streaming stores.
TEST(Streams, NotTheTableOfASweep) {
  EXPECT_EQ(
      streamsOfSweep(
          R"(%w = stablehlo.dot_general %p, %c, contracting_dims = [1] x [0] : (tensor<Nx256xf32>, tensor<256x8xf32>) -> tensor<Nx8xf32>)"),
      AreStreamed({false}));
  EXPECT_EQ(streamsOfSweep(
                R"(%f = stablehlo.reshape %p : (tensor<Nx256xf32>) -> tensor<1xNx256xf32>
    %g = stablehlo.dot_general %f, %c, contracting_dims = [2] x [0] : (tensor<1xNx256xf32>, tensor<256x8xf32>) -> tensor<1xNx8xf32>
    %w = stablehlo.reshape %g : (tensor<1xNx8xf32>) -> tensor<Nx8xf32>)"),
            AreStreamed({false}));
}

// The output may be written over the donated input, whose lines were just read.
TEST(Streams, NotWhatMayTakeOverAnInput) {
  EXPECT_EQ(streams(kTwo, all() + 64, {true}), AreStreamed({false, false}));
  EXPECT_EQ(streams(kTwo, all() + 64, {false}), AreStreamed({true, true}));
  const char* halves = R"(
func.func @main(%x: tensor<2xNxf32>) -> tensor<Nxf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [0] : (tensor<2xNxf32>, tensor<f32>) -> tensor<Nxf32>
  return %1 : tensor<Nxf32>
}
)";
  EXPECT_EQ(streams(halves, all() + 64, {true}).back(), true);
}

// An update in place writes only a part of its array.
TEST(Streams, NotUpdates) {
  const char* update = R"(
func.func @main(%x: tensor<Nxf32>, %y: tensor<16xf32>, %i: tensor<i32>) -> tensor<Nxf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<Nxf32>, tensor<16xf32>, tensor<i32>) -> tensor<Nxf32>
  return %0 : tensor<Nxf32>
}
)";
  EXPECT_EQ(streams(update, all() + 64), AreStreamed({false}));
}

} // namespace
} // namespace lz::compiler
