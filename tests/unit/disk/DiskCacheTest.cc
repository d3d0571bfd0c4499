// Tests which values the cache finds, and which files are left behind if a system call fails.
#include "compiler/disk/DiskCache.h"

#include "Folder.h"
#include "SystemCalls.h"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>

namespace lz::compiler {
namespace {

namespace fs = std::filesystem;
using test::Fate;
using test::Folder;

constexpr int64_t kMost = 1 << 20;

std::string valueOf(const std::string& key) {
  return key + std::string(3000, 'v');
}

// Returns the value that is kept under the key, or "-".
std::string found(DiskCache& cache, const std::string& key) {
  return cache.find(key).value_or("-");
}

TEST(DiskCache, FindsWhatWasKept) {
  Folder folder;
  DiskCache cache(folder.path() + "/a/b", kMost), other(folder.path() + "/a/b", kMost);
  EXPECT_EQ(found(cache, "key"), "-");
  EXPECT_TRUE(folder.files().empty());
  ASSERT_TRUE(cache.keep("key", "value").ok());
  ASSERT_TRUE(cache.keep("empty", "").ok());
  EXPECT_EQ(found(other, "key"), "value");
  EXPECT_EQ(found(other, "empty"), "");
  EXPECT_EQ(found(other, "ke"), "-");
  ASSERT_TRUE(other.keep("key", "another").ok());
  EXPECT_EQ(found(cache, "key"), "another");
  cache.drop("key");
  EXPECT_EQ(found(other, "key"), "-");
}

TEST(DiskCache, KeysOfOneNameAreToldApart) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("one", "1").ok());
  const std::string one = folder.files()[0];
  ASSERT_TRUE(cache.keep("two", "2").ok());
  for (const std::string& file : folder.files())
    if (file != one)
      fs::copy_file(one, file, fs::copy_options::overwrite_existing);
  EXPECT_EQ(found(cache, "one"), "1");
  EXPECT_EQ(found(cache, "two"), "-");
}

TEST(DiskCache, OfDamagedFilesOnlyTheValueIsGiven) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("key", "value").ok());
  const std::string path = folder.files()[0], content = test::contentOf(path);
  const size_t value = content.size() - 5;
  for (size_t i = 0; i < content.size(); ++i) {
    std::string damaged = content;
    damaged[i] = char(damaged[i] ^ 4);
    test::write(path, damaged);
    EXPECT_EQ(found(cache, "key"), i < value ? "-" : damaged.substr(value)) << "byte " << i;
    test::write(path, content.substr(0, i));
    EXPECT_EQ(found(cache, "key"), "-") << i << " bytes";
  }
  test::write(path, content + "more");
  EXPECT_EQ(found(cache, "key"), "-");
}

// A value is kept several times, and each time another system call fails. Values that were kept
// before can still be found.
TEST(DiskCache, AFullDiskLeavesNothingBehind) {
  int call = 0;
  for (int calls = 1; call < calls; ++call) {
    Folder folder;
    DiskCache cache(folder.path() + "/cache", kMost);
    ASSERT_TRUE(cache.keep("before", "value").ok());
    test::letFail(call, Fate::Fails);
    const Status status = cache.keep("key", valueOf("key"));
    calls = test::letWork() + (status.ok() ? 0 : 1); // after a failure, tries one more
    if (!status.ok())
      EXPECT_NE(status.message().find("No space left"), absl::string_view::npos) << status;
    EXPECT_EQ(found(cache, "key"), status.ok() ? valueOf("key") : "-");
    EXPECT_EQ(found(cache, "before"), "value");
    EXPECT_EQ(std::distance(fs::directory_iterator(cache.folder()), {}), status.ok() ? 2 : 1);
    ASSERT_TRUE(cache.keep("key", valueOf("key")).ok());
    EXPECT_EQ(found(cache, "key"), valueOf("key"));
  }
  EXPECT_GT(call, 6); // open, three writes, close, rename, and those for folders
}

TEST(DiskCache, WritesThatWriteHalfGoOn) {
  for (int call = 0, calls = 1; call < calls; ++call) {
    Folder folder;
    DiskCache cache(folder.path(), kMost);
    test::letFail(call, Fate::Short);
    EXPECT_TRUE(cache.keep("key", valueOf("key")).ok());
    calls = test::letWork();
    EXPECT_EQ(found(cache, "key"), valueOf("key"));
  }
}

// Runs `work` in another process. Returns true if that process was killed.
template <typename Work> bool diesIn(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

TEST(DiskCache, KilledAtEveryCallThereIsAllOrNothing) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("before", "value").ok());
  int call = 0;
  while (diesIn([&] {
    test::letFail(call, Fate::Dies);
    (void)cache.keep("key", valueOf("key"));
  })) {
    const std::string value = found(cache, "key");
    EXPECT_TRUE(value == "-" || value == valueOf("key")) << "killed at call " << call;
    EXPECT_EQ(found(cache, "before"), "value");
    ++call;
  }
  EXPECT_GT(call, 4);
  EXPECT_EQ(found(cache, "key"), valueOf("key"));
}

TEST(DiskCache, ManyProcessesSeeWholeValuesOnly) {
  Folder folder;
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      DiskCache cache(folder.path(), 40000); // room for twelve values
      bool right = true;
      for (int i = 0; i < 300; ++i) {
        const std::string key = std::to_string((i * 7 + process) % 20);
        const std::string value = found(cache, key);
        right =
            right && (value == "-" || value == valueOf(key)) && cache.keep(key, valueOf(key)).ok();
        if (i % 11 == 0)
          cache.drop(key);
      }
      ::_exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  test::waitForAll(children);
  for (const std::string& file : folder.files())
    EXPECT_TRUE(file.ends_with(".lzx")) << file;
}

// One thread evicts the value that two others read all the time.
TEST(DiskCache, WhoReadsWhileItIsEvictedSeesAllOrNothing) {
  Folder folder;
  DiskCache cache(folder.path(), 16000); // room for five values
  std::atomic<bool> ends = false;
  std::atomic<int> whole = 0, none = 0, wrong = 0;
  auto read = [&] {
    while (!ends) {
      const std::string value = found(cache, "read");
      ++(value == "-" ? none : value == valueOf("read") ? whole : wrong);
    }
  };
  std::thread one(read), two(read);
  for (int i = 0; i < 20 || ((whole == 0 || none == 0) && i < 20000); ++i) {
    EXPECT_TRUE(cache.keep("read", valueOf("read")).ok());
    for (int other = 0; other < 6; ++other)
      EXPECT_TRUE(cache.keep(std::to_string(other), valueOf(std::to_string(other))).ok());
    cache.drop("read");
  }
  ends = true;
  one.join(), two.join();
  EXPECT_GT(whole, 0);
  EXPECT_GT(none, 0);
  EXPECT_EQ(wrong, 0);
}

void setUsed(const std::string& path, time_t secondsAgo) {
  const timespec when = {::time(nullptr) - secondsAgo, 0}, times[2] = {when, when};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

int64_t bytesIn(const Folder& folder) {
  int64_t bytes = 0;
  for (const std::string& file : folder.files())
    bytes += int64_t(fs::file_size(file));
  return bytes;
}

TEST(DiskCache, WhatIsUsedStaysWithinTheBound) {
  Folder folder;
  DiskCache cache(folder.path(), 40000);
  ASSERT_TRUE(cache.keep("used", valueOf("used")).ok());
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(cache.keep(std::to_string(i), valueOf(std::to_string(i))).ok());
    for (const std::string& file : folder.files())
      setUsed(file, 60 + 50 - i); // older than the values that follow
    EXPECT_EQ(found(cache, "used"), valueOf("used")) << i;
    EXPECT_LE(bytesIn(folder), 40000);
  }
  EXPECT_TRUE(cache.keep("large", std::string(10001, 'x')).ok());
  EXPECT_EQ(found(cache, "large"), "-");
}

TEST(DiskCache, WhatNobodyEndedWritingGoes) {
  Folder folder;
  const std::string old = folder.path() + "/new-1-2", young = folder.path() + "/new-3-4",
                    foreign = folder.path() + "/README";
  for (const std::string& path : {old, young, foreign})
    test::write(path, "x");
  setUsed(old, 7200), setUsed(foreign, 7200);
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("key", "value").ok());
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young));
  EXPECT_TRUE(fs::exists(foreign));
}

TEST(DiskCache, FoldersThatOthersWriteAreNotUsed) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("key", "value").ok());
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  EXPECT_EQ(found(cache, "key"), "-");
  EXPECT_EQ(cache.keep("key", "value").code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
  EXPECT_EQ(found(cache, "key"), "value");
  const std::string file = folder.files()[0];
  fs::rename(file, folder.path() + "/elsewhere");
  fs::create_symlink(folder.path() + "/elsewhere", file);
  EXPECT_EQ(found(cache, "key"), "-");
}

void bindSocket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(socket);
}

// Opening a pipe that nothing writes to would wait for ever.
TEST(DiskCache, WhatIsNoFileIsNotFoundAndIsReplaced) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("key", "value").ok());
  const std::string path = folder.files()[0];
  const std::function<void()> others[] = {
      [&] { ASSERT_EQ(::mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0); },
      [&] { bindSocket(path); },
      [&] { fs::create_symlink("/dev/zero", path); },
      [&] { fs::create_symlink(path, path); },
  };
  for (const auto& makeOther : others) {
    fs::remove(path);
    makeOther();
    EXPECT_EQ(found(cache, "key"), "-");
    EXPECT_TRUE(cache.keep("key", "value").ok());
    EXPECT_EQ(found(cache, "key"), "value");
  }
}

// The folder does not belong to the cache, which must not remove it.
TEST(DiskCache, AFolderInPlaceOfAFileIsLeftAlone) {
  Folder folder;
  DiskCache cache(folder.path(), kMost);
  ASSERT_TRUE(cache.keep("key", "value").ok());
  const std::string path = folder.files()[0];
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_EQ(found(cache, "key"), "-");
  EXPECT_EQ(cache.keep("key", "value").code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(folder.files(), std::vector<std::string>{path});
  EXPECT_TRUE(cache.keep("other", "value").ok());
  EXPECT_EQ(found(cache, "other"), "value");
}

// Before each system call of a store, something removes the folder once.
TEST(DiskCache, AFolderThatIsRemovedIsMadeAgain) {
  int call = 0;
  for (int calls = 1; call < calls; ++call) {
    Folder folder;
    DiskCache cache(folder.path() + "/a/b", kMost);
    ASSERT_TRUE(cache.keep("before", "value").ok());
    bool isRemoved = false;
    test::letHappen(call, [&] { isRemoved = fs::remove_all(folder.path() + "/a") > 0; });
    const Status status = cache.keep("key", "value");
    calls = test::letWork();
    EXPECT_TRUE(status.ok()) << "before call " << call << ": " << status;
    EXPECT_EQ(found(cache, "key"), "value") << "before call " << call;
    EXPECT_EQ(found(cache, "before"), isRemoved ? "-" : "value");
  }
  EXPECT_GT(call, 6);
}

TEST(DiskCache, AFolderThatCannotBeMadeIsAnError) {
  Folder folder;
  fs::create_symlink(folder.path() + "/nowhere", folder.path() + "/cache");
  DiskCache cache(folder.path() + "/cache", kMost);
  EXPECT_EQ(cache.keep("key", "value").code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(found(cache, "key"), "-");
}

TEST(DiskCache, AFileInPlaceOfTheFolderIsAnError) {
  Folder folder;
  test::write(folder.path() + "/file", "");
  DiskCache cache(folder.path() + "/file/cache", kMost);
  EXPECT_EQ(found(cache, "key"), "-");
  EXPECT_EQ(cache.keep("key", "value").code(), absl::StatusCode::kFailedPrecondition);
}

} // namespace
} // namespace lz::compiler
