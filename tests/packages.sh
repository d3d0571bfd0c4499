#!/usr/bin/env bash
# Installs the Debian packages in a folder, builds programs with them by pkg-config and by CMake, runs these, and removes the
# packages again. It changes the system that it runs in: `scripts/try-fresh package` gives it one of its own.
#
#   tests/packages.sh FOLDER
set -euo pipefail
readonly PACKAGES=$(realpath "$1")
cd "$(dirname "$0")/.."
readonly WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export DEBIAN_FRONTEND=noninteractive

say() { echo "packages: $*"; }

install() {
  say "installing $*"
  apt-get install -y -qq --no-install-recommends "$@" >"$WORK/apt.log" 2>&1 || { tail -20 "$WORK/apt.log"; exit 1; }
}

# By CMake, as a project elsewhere does it.
cmake_project() {
  mkdir -p "$WORK/$1"
  cat >"$WORK/$1/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project($1 LANGUAGES C)
find_package(Lazuli 0.1 REQUIRED)
if(NOT EXISTS "\${Lazuli_OPS_JSON}")
  message(FATAL_ERROR "Lazuli_OPS_JSON is '\${Lazuli_OPS_JSON}'")
endif()
add_executable($1 "$PWD/$2")
target_include_directories($1 PRIVATE "$PWD/examples")
target_link_libraries($1 PRIVATE Lazuli::lazuli)
EOF
  cmake -G Ninja -S "$WORK/$1" -B "$WORK/$1/build" >/dev/null
  cmake --build "$WORK/$1/build" >/dev/null
}

same() {
  diff <(echo "$2") <(echo "$3") || { say "$1: the output differs"; exit 1; }
  say "$1: $(wc -l <<<"$2") lines, the same both ways"
}

apt-get update -qq
install gcc libc6-dev pkg-config cmake ninja-build "$PACKAGES"/liblazuli[0-9]*.deb "$PACKAGES"/liblazuli-dev_*.deb
libdir=$(pkg-config --variable=libdir lazuli)
libdir=$(realpath "$libdir")
# The program of a language of examples/ffi, whose output it checks.
ffi() {
  local what=$1; shift
  python3 examples/ffi/run.py "$@" --prefix /usr --libdir "${libdir#/usr/}" --work "$WORK/ffi" >"$WORK/ffi.log"
  say "$what: $(tail -1 "$WORK/ffi.log")"
}

# Both builds name the source by the same path, because error messages print it.
for program in hello.c ffi/c/main.c; do
  name=from_$(basename "$(dirname "$program")")
  # shellcheck disable=SC2046
  cc -std=c11 -Wall -Wextra -Werror -Iexamples "$PWD/examples/$program" $(pkg-config --cflags --libs lazuli) -o "$WORK/by_pkg_config"
  cmake_project "$name" "examples/$program"
  one=$("$WORK/by_pkg_config" examples/data/gelu.mlir)
  other=$("$WORK/$name/build/$name" examples/data/gelu.mlir)
  same "$program" "$one" "$other"
done
ffi "examples/ffi/c, by its CMake project" c
ffi "examples/ffi/python" python
ops=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["ops"]))' "$(pkg-config --variable=ops_json lazuli)")
say "$ops ops in ops.json"

install g++ "$PACKAGES"/lazuli-tools_*.deb
lz-run --help >/dev/null && lz-opt --help >/dev/null
lz-run examples/data/gelu.mlir >/dev/null
ls /usr/share/man/man1/lz-run.1.gz /usr/share/man/man1/lz-opt.1.gz >/dev/null
if compgen -G "$PACKAGES/liblazuli-static-dev_*.deb" >/dev/null; then
  install "$PACKAGES"/liblazuli-static-dev_*.deb
  ffi "examples/ffi/c, static, by its CMake project" c --static
  ffi "examples/ffi/cpp, static, by pkg-config" cpp
fi

dpkg-query --show --showformat '${Package}\n' '*lazuli*' | xargs apt-get purge -y -qq >/dev/null
left=$(find /usr /etc /var/lib/dpkg/info -iname '*lazuli*')
[[ -z "$left" ]] || { say "left behind: $left"; exit 1; }
say "installed, used and removed"
