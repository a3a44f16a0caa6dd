#!/usr/bin/env bash
# Installs what dissent needs: tools/setup.sh build (to build the program) or tools/setup.sh all (and to test it).
# With apt-get only missing packages are installed; elsewhere it looks for each thing and says what to install.
set -euo pipefail

# One line a need: when | Debian package | how to look for it elsewhere | what it is | Fedora | Homebrew
#   when:  build, test; torch, web (building with DISSENT_TORCH=ON, DISSENT_WEB=ON: the default), web-test; a '?' after
#          it: useful, not needed
#   look:  a command (cmd:NAME), a header (inc:PATH), or a function of this file (fn:NAME is look_NAME)
needs() {
  cat <<'LIST'
build |build-essential     |fn:compiler          |C++20 compiler (g++ 12, clang 14 or newer)|gcc-c++            |llvm
build |cmake               |fn:cmake_new         |CMake 3.23 or newer                       |cmake              |cmake
build |ninja-build         |fn:ninja             |Ninja, which runs the build               |ninja-build        |ninja
build |libfmt-dev          |inc:fmt/format.h     |fmt: text formatting                      |fmt-devel          |fmt
build |libcli11-dev        |inc:CLI/CLI.hpp      |CLI11: the command line                   |cli11-devel        |cli11
build |nlohmann-json3-dev  |inc:nlohmann/json.hpp|nlohmann json                             |json-devel         |nlohmann-json
build |libyaml-cpp-dev     |inc:yaml-cpp/yaml.h  |yaml-cpp: data set manifests              |yaml-cpp-devel     |yaml-cpp
build |libpng-dev          |inc:png.h            |libpng: images                            |libpng-devel       |libpng
build |zlib1g-dev          |inc:zlib.h           |zlib: npz files                           |zlib-devel         |zlib
build |libboost-dev        |inc:boost/math/special_functions/digamma.hpp|Boost.Math: special functions|boost-devel|boost
build?|libarchive-dev      |inc:archive.h        |libarchive: unpacking data sets           |libarchive-devel   |libarchive
build?|libcurl4-openssl-dev|inc:curl/curl.h      |libcurl: downloading data sets            |libcurl-devel      |curl
build?|ca-certificates     |fn:certificates      |certificates for downloads                |ca-certificates    |ca-certificates
build?|libjpeg-dev         |fn:jpeg              |libjpeg: JPEG images                      |libjpeg-turbo-devel|jpeg-turbo
build?|libutf8proc-dev     |inc:utf8proc.h       |utf8proc: tokenizers of texts             |utf8proc-devel     |utf8proc
build?|libsqlite3-dev      |inc:sqlite3.h        |SQLite: the table of a study              |sqlite-devel       |sqlite
build?|ccache              |cmd:ccache           |ccache: faster second builds              |ccache             |ccache
torch |libtorch-dev        |fn:torch             |libtorch: training                        |python3-torch-devel|pytorch
torch?|libopenblas0-openmp |fn:assumed           |OpenBLAS: fast matrix products            |openblas-openmp    |openblas
web   |npm                 |fn:npm               |npm: the page of reports                  |nodejs-npm         |node
web-test|chromium          |fn:browser           |Chromium: the test of that page           |chromium           |(cask) chromium
web-test?|fonts-dejavu-core|fn:assumed           |a font for that browser                   |dejavu-sans-fonts  |(none)
test  |libgtest-dev        |inc:gtest/gtest.h    |GoogleTest                                |gtest-devel        |googletest
test  |clang               |cmd:clang++          |clang: the fuzzers                        |clang              |llvm
test  |CLANG-RUNTIME       |fn:fuzzer            |libFuzzer and the sanitizers of clang     |compiler-rt        |llvm
test? |clang-format        |cmd:clang-format     |clang-format: the format test             |clang-tools-extra  |clang-format
test? |clang-tidy          |cmd:clang-tidy       |clang-tidy: the lint test                 |clang-tools-extra  |llvm
test  |python3             |cmd:python3          |Python 3: test scripts                    |python3            |python
test? |python3-numpy       |py:numpy             |numpy: what numbers are compared with     |python3-numpy      |numpy
test? |python3-scipy       |py:scipy             |scipy: what numbers are compared with     |python3-scipy      |scipy
test? |python3-pandas      |py:pandas            |pandas: what speed is compared with       |python3-pandas     |(pip) pandas
test? |python3-sklearn     |py:sklearn           |scikit-learn: what numbers are compared with|python3-scikit-learn|(pip) scikit-learn
test? |python3-statsmodels |py:statsmodels       |statsmodels: what numbers are compared with|python3-statsmodels|(pip) statsmodels
test? |python3-torch       |py:torch             |PyTorch: what training is compared with   |python3-torch      |pytorch
test? |python3-nltk        |py:nltk              |nltk: what numbers are compared with      |python3-nltk       |(pip) nltk
test? |pkg-config          |cmd:pkg-config       |pkg-config: the test of the installed library|pkgconf-pkg-config|pkgconf
test? |dpkg-dev            |cmd:dpkg-shlibdeps   |dpkg-dev: the test of the Debian packages |dpkg-dev           |(none)
test? |man-db              |cmd:man              |man: the test of manual pages             |man-db             |man-db
test? |zsh                 |cmd:zsh              |zsh: the test of its completion           |zsh                |zsh
test? |fish                |cmd:fish             |fish: the test of its completion          |fish               |fish
test? |slurm-wlm           |cmd:sbatch           |Slurm: the test of jobs on a cluster      |slurm-slurmctld    |(none)
test? |munge               |cmd:munge            |munge: what Slurm knows users by          |munge              |munge
LIST
}

say() { printf '%s\n' "$*" >&2; }

# The lines of needs() that this call is about, blanks around the bars removed.
wanted() {
  local kinds=build
  [ "${DISSENT_TORCH:-ON}" = OFF ] || kinds="$kinds torch"
  [ "${DISSENT_WEB:-ON}" = OFF ] || kinds="$kinds web"
  if [ "$1" = all ]; then
    kinds="$kinds test"
    [ "${DISSENT_WEB:-ON}" = OFF ] || kinds="$kinds web-test"
  fi
  needs | sed 's/ *| */|/g' | awk -F'|' -v kinds="$kinds" '
    BEGIN { n = split(kinds, k, " "); for (i = 1; i <= n; i++) want[k[i]] = want[k[i] "?"] = 1 }
    $1 in want'
}

# --- looking for things without a package manager ---------------------------------------------------------------

include_flags() {
  local folder
  for folder in $(printf '%s' "${CMAKE_PREFIX_PATH:-}" | tr ':;' '  ') /usr/local /opt/homebrew; do
    if [ -d "$folder/include" ]; then printf -- '-I%s/include ' "$folder"; fi
  done
}
# shellcheck disable=SC2046  # a list of flags
cxx() { ${CXX:-c++} -std=c++20 $(include_flags) "$@"; }
has_header() { printf '#if !__has_include(<%s>)\n#error absent\n#endif\n' "$1" | cxx -E -x c++ - >/dev/null 2>&1; }
look_compiler() { printf '#include <span>\n#include <concepts>\n' | cxx -fsyntax-only -x c++ - >/dev/null 2>&1; }
look_cmake_new() {
  local version
  version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*//p') || return 1
  [ -n "$version" ] && [ "$(printf '3.23\n%s\n' "$version" | sort -V | head -1)" = 3.23 ]
}
look_ninja() { command -v ninja >/dev/null || command -v ninja-build >/dev/null; }
look_npm() { command -v npm >/dev/null && { command -v node >/dev/null || command -v nodejs >/dev/null; }; }
look_browser() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }
look_jpeg() { printf '#include <cstdio>\n#include <jpeglib.h>\n' | cxx -fsyntax-only -x c++ - >/dev/null 2>&1; }
look_certificates() { [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -e /etc/pki/tls/certs/ca-bundle.crt ] || [ -e /etc/ssl/cert.pem ]; }
look_torch() {
  local folder
  if has_header torch/script.h || has_header c10/core/Device.h; then return 0; fi
  for folder in ${Torch_DIR:-} $(printf '%s' "${CMAKE_PREFIX_PATH:-}" | tr ':;' '  '); do
    if [ -e "$folder/TorchConfig.cmake" ] || [ -e "$folder/Torch/TorchConfig.cmake" ] ||
       [ -e "$folder/share/cmake/Torch/TorchConfig.cmake" ]; then return 0; fi
  done
  return 1
}
look_fuzzer() {
  local program result=0
  command -v clang++ >/dev/null || return 1
  program=$(mktemp) || return 1
  printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n' |
    clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o "$program" >/dev/null 2>&1 || result=1
  rm -f "$program"
  return $result
}
look_assumed() { return 0; }  # nothing to look for: a library that works without it, only slower

found() {
  case $1 in
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    inc:*) has_header "${1#inc:}" ;;
    py:*) /usr/bin/env python3 -c "import ${1#py:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#py:}" 2>/dev/null ;;
    fn:*) "look_${1#fn:}" ;;
  esac
}

# Looks for every need, prints those that are missing; fails where one cannot be done without.
look_around() {
  local kind debian look what fedora brew missing='' useful='' line
  while IFS='|' read -r kind debian look what fedora brew; do
    if found "$look"; then continue; fi
    [ "$debian" = CLANG-RUNTIME ] && debian=libclang-rt-14-dev
    line=$(printf '  %-46s %-22s %-24s %s' "$what" "$debian" "$fedora" "$brew")
    case $kind in
      *\?) useful="$useful$line"$'\n' ;;
      *) missing="$missing$line"$'\n' ;;
    esac
  done < <(wanted "$1")
  local head
  head=$(printf '  %-46s %-22s %-24s %s' 'what' 'Debian, Ubuntu' 'Fedora' 'Homebrew')
  if [ -n "$useful" ]; then
    say "Not found, and useful (what needs it will say so):"
    say "$head"
    printf '%s' "$useful" >&2
  fi
  [ -z "$missing" ] && return 0
  say "Not found, and needed; install these, then run this again:"
  say "$head"
  printf '%s' "$missing" >&2
  say "A library in an unusual place is found through CMAKE_PREFIX_PATH=/its/folder."
  case $missing in
    *libtorch*) say "Without libtorch, all but training can be built: DISSENT_TORCH=OFF ./quickstart" ;;
  esac
  case $missing in
    *npm:*) say "Without npm, all but the page of reports can be built: DISSENT_WEB=OFF ./quickstart" ;;
  esac
  return 1
}

# --- Debian and its kin -----------------------------------------------------------------------------------------

# The package with the runtime of the clang that `clang` stands for: 14 in Debian 12.
clang_runtime() {
  local version=''
  if command -v clang >/dev/null; then
    version=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
  else
    version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\).*/\1/p' | head -1)
  fi
  printf 'libclang-rt-%s-dev' "${version:-14}"
}

missing_packages() {
  local packages runtime
  packages=$(wanted "$1" | while IFS='|' read -r _ debian look _; do
    # Node and browsers often come from their makers' packages, under other names.
    case $look in fn:npm | fn:browser) if found "$look"; then continue; fi ;; esac
    printf '%s\n' "$debian"
  done)
  case $packages in
    *CLANG-RUNTIME*)
      runtime=$(clang_runtime)
      packages=${packages/CLANG-RUNTIME/$runtime}
      ;;
  esac
  # dpkg-query complains of unknown packages and names the known ones; what it does not call installed is missing.
  # shellcheck disable=SC2086  # a list of names
  { dpkg-query -W -f '${db:Status-Status} ${Package}\n' $packages 2>/dev/null || true; } |
    awk -v all="$packages" '
      $1 == "installed" { there[$2] = 1 }
      END { n = split(all, p, "\n"); for (i = 1; i <= n; i++) if (!(p[i] in there)) printf "%s ", p[i] }'
}

with_apt() {
  local missing as_root=()
  missing=$(missing_packages "$1")
  if [ -z "$missing" ]; then return 0; fi
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "These packages are missing, and installing them takes root or sudo. As root, run:"
      say "  apt-get update && apt-get install --no-install-recommends $missing"
      return 1
    fi
    as_root=(sudo)
  fi
  say "Installing: $missing"
  export DEBIAN_FRONTEND=noninteractive
  # An index that is only partly up to date is often enough, so that its failure alone is not the end.
  ${as_root[@]+"${as_root[@]}"} apt-get -qq update ||
    say "apt-get update failed; going on with the package lists that are there"
  # shellcheck disable=SC2086  # a list of names
  if ! ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
      apt-get -qq install -y --no-install-recommends $missing </dev/null; then
    say "apt-get could not install: $missing"
    return 1
  fi
}

main() {
  case ${1:-} in
    build | all) ;;
    *)
      say "usage: tools/setup.sh build|all"
      exit 2
      ;;
  esac
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    with_apt "$1" && return
    say "Looking whether what is needed is there all the same:"
  else
    say "No apt-get here, so nothing is installed; looking for what is needed:"
  fi
  look_around "$1" || exit 1
  say "All that is needed is there."
}

main "$@"
