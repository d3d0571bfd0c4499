#include "Apart.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lz::conformance {
namespace {

using Clock = std::chrono::steady_clock;

// Writes lines, each with a word and fields between tabs.
class Pipe : public Journal {
public:
  explicit Pipe(int file) : file_(file) {}

  void begins(const std::string& program, Step step) override {
    write(absl::StrCat("begins\t", program, "\t", int(step)));
  }
  void ends(const Outcome& outcome) override {
    std::string reason = outcome.reason;
    std::replace_if(
        reason.begin(), reason.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    write(absl::StrCat("ends\t", outcome.program, "\t", int(outcome.step), "\t",
                       int(outcome.verdict), "\t", reason));
  }
  void closes() { write("closes"); }

private:
  void write(std::string line) {
    line += '\n';
    for (size_t at = 0; at < line.size();) {
      const ssize_t count = ::write(file_, line.data() + at, line.size() - at);
      if (count < 0 && errno != EINTR)
        _exit(1); // the parent has gone
      at += size_t(std::max<ssize_t>(count, 0));
    }
  }

  int file_;
};

int numberAt(const std::vector<std::string>& fields, size_t i) {
  return i < fields.size() ? std::atoi(fields[i].c_str()) : 0;
}

// Returns the outcomes that a child reported. `end` says how the child ended if it did not end by
// itself.
std::vector<Outcome> outcomesOf(const std::string& text, const std::string& name,
                                const std::string& end) {
  std::vector<Outcome> outcomes;
  Outcome current{name, Step::Read, Verdict::Failed};
  bool isOpen = true; // whether a step or the child has begun and not ended
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits('\t', 4));
    if (fields[0] == "begins" && fields.size() == 3)
      current = {fields[1], Step(numberAt(fields, 2)), Verdict::Failed};
    if (fields[0] == "ends" && fields.size() == 5)
      outcomes.push_back(
          {fields[1], Step(numberAt(fields, 2)), Verdict(numberAt(fields, 3)), fields[4]});
    isOpen &= fields[0] != "closes";
  }
  if (!isOpen)
    return outcomes;
  current.reason = end;
  outcomes.push_back(current);
  return outcomes;
}

struct Child {
  size_t index;
  pid_t process;
  int file;
  Clock::time_point end;
  std::string text = {};
  bool isLate = false;
};

std::string describeEnd(const Child& child, int status, double seconds) {
  if (child.isLate)
    return absl::StrCat("took more than ", seconds, " s");
  if (WIFSIGNALED(status))
    return absl::StrCat("ended by signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)),
                        ")");
  return absl::StrCat("ended with status ", WEXITSTATUS(status));
}

class Runner {
public:
  Runner(const std::vector<std::string>& names, const ApartOptions& options,
         const std::function<void(size_t, Journal&)>& work,
         const std::function<void(size_t, std::vector<Outcome>)>& done)
      : names_(names), options_(options), work_(work), done_(done) {}

  void run() {
    for (size_t next = 0; next < names_.size() || !children_.empty();) {
      while (next < names_.size() && children_.size() < size_t(std::max(options_.jobs, 1)))
        start(next++);
      wait();
    }
  }

private:
  Clock::duration limit() const {
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(options_.seconds));
  }

  void start(size_t index) {
    int ends[2];
    if (pipe(ends) != 0)
      return done_(index,
                   outcomesOf("", names_[index], absl::StrCat("no pipe: ", strerror(errno))));
    std::fflush(nullptr);
    const pid_t process = fork();
    if (process == 0)
      runChild(index, ends);
    close(ends[1]);
    if (process > 0) {
      children_.push_back({index, process, ends[0], Clock::now() + limit()});
      return;
    }
    close(ends[0]);
    done_(index, outcomesOf("", names_[index], absl::StrCat("no process: ", strerror(errno))));
  }

  [[noreturn]] void runChild(size_t index, const int* ends) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // because there is no reader any more
    close(ends[0]);
    Pipe pipe(ends[1]);
    work_(index, pipe);
    pipe.closes();
    std::fflush(nullptr);
    _exit(0);
  }

  // Waits until a child reports something or ends, or until the time of a child is up.
  void wait() {
    std::vector<pollfd> files;
    Clock::time_point first = Clock::time_point::max();
    for (const Child& child : children_) {
      files.push_back({child.file, POLLIN, 0});
      first = std::min(first, child.end);
    }
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now());
    poll(files.data(), nfds_t(files.size()), int(std::clamp<int64_t>(rest.count() + 1, 0, 1000)));
    for (size_t i = files.size(); i-- > 0;) {
      Child& child = children_[i];
      if (Clock::now() > child.end && !child.isLate) {
        child.isLate = true;
        kill(child.process, SIGKILL);
      }
      if (files[i].revents != 0 && !read(child))
        finish(i);
      else if (files[i].revents != 0 && !child.isLate)
        child.end = Clock::now() + limit();
    }
  }

  static bool read(Child& child) {
    char buffer[65536];
    const ssize_t count = ::read(child.file, buffer, sizeof buffer);
    if (count > 0)
      child.text.append(buffer, size_t(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }

  void finish(size_t i) {
    const Child child = std::move(children_[i]);
    children_.erase(children_.begin() + int64_t(i));
    close(child.file);
    int status = 0;
    while (waitpid(child.process, &status, 0) < 0 && errno == EINTR)
      continue;
    done_(child.index, outcomesOf(child.text, names_[child.index],
                                  describeEnd(child, status, options_.seconds)));
  }

  const std::vector<std::string>& names_;
  const ApartOptions& options_;
  const std::function<void(size_t, Journal&)>& work_;
  const std::function<void(size_t, std::vector<Outcome>)>& done_;
  std::vector<Child> children_;
};

} // namespace

void runApart(const std::vector<std::string>& names, const ApartOptions& options,
              const std::function<void(size_t, Journal&)>& work,
              const std::function<void(size_t, std::vector<Outcome>)>& done) {
  Runner(names, options, work, done).run();
}

} // namespace lz::conformance
