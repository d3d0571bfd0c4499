// Kernels run as their schedules are printed: the loops of a kernel's code are those of the lines
// of its schedule, nested in the same way and in the same order. The test takes the kernels of the
// bench and of random programs. It takes only extents from the plan.
//
//   units: 64 of a point of d0; ...                   scf.for "stage 1" {
//     lane reduction0 over d2: 128 vectors in 4 ..      scf.for "stage 2" with 4 values carried
//     stores out0 over d1: 128 vectors                  scf.for "stage 3" }
#include "CaseFiles.h"
#include "RandomDag.h"
#include "RegionPlans.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/LlvmTarget.h"
#include "codegen/LowerToLlvm.h"
#include "emit/EmitKernel.h"
#include "emit/target/X86.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

#include <algorithm>
#include <map>
#include <set>

namespace lz::test {
namespace {

// A line of a printed schedule.
struct Line {
  size_t level;
  int parent = -1;
  std::string kind; // for example "stores out0", "lane reduction0", "map"
  std::vector<size_t> dims{};
  std::string how{}; // the text after the colon
};

std::vector<Line> linesOf(const std::string& text) {
  std::vector<Line> lines;
  for (absl::string_view row : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    Line line{.level = row.find_first_not_of(' ') / 2, .kind = {}};
    for (size_t i = lines.size(); i-- > 0 && line.parent < 0;)
      if (lines[i].level < line.level)
        line.parent = int(i);
    std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(row, absl::MaxSplits(": ", 1));
    line.how = std::string(parts.second);
    std::vector<std::string> words = absl::StrSplit(parts.first, ' ', absl::SkipEmpty());
    auto over = std::find(words.begin(), words.end(), "over");
    line.kind = absl::StrJoin(words.begin(), over, " ");
    for (auto word = over; word != words.end() && *word != "at"; ++word)
      if (word->front() == 'd')
        line.dims.push_back(std::stoul(word->substr(1)));
    lines.push_back(std::move(line));
  }
  return lines;
}

class Comparison {
public:
  Comparison(const schedule::ChosenPlan& chosen, const schedule::Schedule& schedule)
      : plan_(chosen.plan), text_(print(schedule)), lines_(linesOf(text_)), lanes_(schedule.lanes),
        isCut_(schedule.grid.looksInside) {}

  void run(mlir::ModuleOp code) {
    code->walk([&](mlir::scf::ForOp loop) { add(loop); });
    for (size_t i = 0; i < lines_.size(); ++i) {
      int expected = loopsOf(lines_[i]);
      if (expected >= 0 && !isEmpty(int(i)) && !isCut_)
        EXPECT_EQ(nested_[int(i)], expected) << "loops of line " << i << " of\n" << text_;
    }
    code->walk([&](mlir::Block* block) { checkOrder(*block); });
  }

private:
  // Returns the number of the loop's stage, or -1 for a loop that belongs to no stage, such as the
  // copy of short rows.
  static int stageOf(mlir::Operation* loop) {
    auto name = mlir::dyn_cast<mlir::NameLoc>(loop->getLoc());
    return name ? std::stoi(name.getName().str().substr(6)) : -1;
  }

  int64_t extent(size_t dim) const { return plan_.dims[dim].extent; }

  bool isInside(int line, int other) const {
    while (line >= 0 && line != other)
      line = lines_[size_t(line)].parent;
    return line == other;
  }

  // Returns true if the line is inside of a loop without points.
  bool isEmpty(int line) const {
    for (; line >= 0; line = lines_[size_t(line)].parent)
      for (size_t d : lines_[size_t(line)].dims)
        if (extent(d) == 0)
          return true;
    return false;
  }

  void add(mlir::scf::ForOp loop) {
    int line = stageOf(loop);
    if (line < 0)
      return;
    ASSERT_LT(line, int(lines_.size())) << text_;
    int depth = 1;
    for (auto around = loop->getParentOfType<mlir::scf::ForOp>(); around;
         around = around->getParentOfType<mlir::scf::ForOp>()) {
      EXPECT_TRUE(isInside(line, stageOf(around)))
          << "a loop of line " << line << " is inside of one of line " << stageOf(around) << " of\n"
          << text_;
      depth += stageOf(around) == line;
    }
    nested_[line] = std::max(nested_[line], depth);
    checkCarried(loop, lines_[size_t(line)]);
  }

  // The innermost loop along a row must carry its chains, as vectors.
  void checkCarried(mlir::scf::ForOp loop, const Line& line) {
    if (!absl::StartsWith(line.kind, "lane ") || absl::StrContains(line.how, "in order"))
      return;
    size_t reduction = std::stoul(line.kind.substr(line.kind.find_first_of("0123456789")));
    size_t parts = plan_.reductions[reduction].operands.size();
    size_t chains = absl::StrContains(line.how, " in 4 chains") ? 4 : 1;
    EXPECT_EQ(loop.getRegionIterArgs().size(), parts * chains) << text_;
    for (mlir::Value carried : loop.getRegionIterArgs())
      if (auto vector = mlir::dyn_cast<mlir::VectorType>(carried.getType()))
        EXPECT_EQ(vector.getNumElements(), lanes_) << text_;
      else
        EXPECT_EQ(lanes_, 1) << text_;
  }

  // Checks that stages come in the order of the lines. A copy of a stage repeats the stages inside
  // of it, so only the first loop of each stage counts. The inner loops of a line come after the
  // lines that run at a point of its outer loops.
  void checkOrder(mlir::Block& block) {
    int last = -1;
    std::set<int> seen;
    for (mlir::Operation& op : block)
      if (int line = mlir::isa<mlir::scf::ForOp>(op) ? stageOf(&op) : -1;
          line >= 0 && seen.insert(line).second) {
        EXPECT_TRUE(last < line || isInside(last, line))
            << "line " << line << " runs behind line " << last << " of\n"
            << text_;
        last = line;
      }
  }

  // Returns how many nested loops the line has, or -1 if the text does not say.
  int loopsOf(const Line& line) const {
    bool isOfColumns = line.parent >= 0 && lines_[size_t(line.parent)].kind == "columns";
    if (line.kind == "units")
      return std::stoll(line.how) == 1 ? 0 : 1;
    if (line.kind == "short rows")
      return 1;
    if (line.kind == "map")
      return absl::StrContains(line.how, "vector") ? 1 : 0;
    if (line.kind == "ranges")
      return -1;
    if (line.kind == "tiles")
      return 2;
    if (absl::StartsWith(line.kind, "schedule") || line.kind == "columns")
      return 0;
    if (line.kind == "table")
      return 2; // tiles of columns, and vectors of rows
    if (line.parent >= 0 && lines_[size_t(line.parent)].kind == "table")
      return 1;                                      // over columns, or over rows
    int loops = isOfColumns ? 1 : 0;                 // the loop over the vectors of the unit
    loops += absl::StrContains(line.how, " listed"); // the loop over the list
    bool isAllWrittenOut = absl::StartsWith(line.how, "written out");
    for (size_t d : line.dims) {
      bool isLast = d == line.dims.back();
      if (isAllWrittenOut || absl::StrContains(line.how, absl::StrCat("d", d, " written out")) ||
          absl::StrContains(line.how, absl::StrCat("d", d, " d")))
        continue;
      bool isOfLanes = isLast && !absl::StartsWith(line.kind, "reduction") && // "in each lane"
                       absl::StrContains(line.how, " lane");
      if (isOfLanes && !hasVectors(line.how))
        continue;
      bool isAlways = isLast && (hasVectors(line.how) || absl::StrContains(line.how, "at a time"));
      loops += isAlways || extent(d) > 1;
    }
    return loops;
  }

  static bool hasVectors(const std::string& how) { return absl::StrContains(how, "vector"); }

  const region::RegionPlan& plan_;
  const std::string text_;
  const std::vector<Line> lines_;
  const int lanes_;
  const bool isCut_; // whether long loops run in pieces, which are loops too
  std::map<int, int> nested_;
};

void compare(const schedule::ChosenPlan& chosen, MachineClass cpu) {
  const codegen::TargetInfo& info = codegen::targetInfo(cpu);
  emit::X86Target target(info.vector, info.features);
  schedule::Schedule schedule(chosen.plan, chosen.choice, target);
  std::unique_ptr<mlir::MLIRContext> context = codegen::createKernelContext();
  mlir::OwningOpRef<mlir::ModuleOp> code =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
  Status status = emit::emitKernel(*code, schedule, target, "kernel");
  ASSERT_TRUE(status.ok()) << status;
  Comparison(chosen, schedule).run(*code);
}

constexpr MachineClass kClasses[] = {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512};

TEST(StageLoops, OfTheBench) {
  for (const CaseProgram& row : readCaseFiles(LZ_BENCH_ROWS)) {
    SCOPED_TRACE(row.name);
    StatusOr<Program> program = formats::parseStableHlo(row.text, row.name);
    ASSERT_TRUE(program.ok()) << program.status();
    for (MachineClass cpu : kClasses)
      for (const schedule::ChosenPlan& chosen : regionPlans(*program, cpu))
        compare(chosen, cpu);
  }
}

TEST(StageLoops, OfRandomPrograms) {
  constexpr uint64_t kPrograms = 120;
  for (uint64_t seed = 1; seed <= kPrograms; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    MachineClass cpu = kClasses[seed % std::size(kClasses)];
    for (const schedule::ChosenPlan& chosen : regionPlans(RandomDag(seed, {}).run(), cpu))
      compare(chosen, cpu);
  }
}

} // namespace
} // namespace lz::test
