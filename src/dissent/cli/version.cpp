#include "dissent/core/version.h"

#include <cstdio>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/present/page.h"

namespace dissent::cli {
namespace {

constexpr bool kHasSqlite =
#ifdef DISSENT_HAS_SQLITE
    true;
#else
    false;
#endif
constexpr bool kHasCurl =
#ifdef DISSENT_HAS_CURL
    true;
#else
    false;
#endif
constexpr bool kHasArchive =
#ifdef DISSENT_HAS_ARCHIVE
    true;
#else
    false;
#endif
constexpr bool kHasJpeg =
#ifdef DISSENT_HAS_JPEG
    true;
#else
    false;
#endif
constexpr bool kHasUtf8proc =
#ifdef DISSENT_HAS_UTF8PROC
    true;
#else
    false;
#endif

void print_version() {
  const auto line = [](const char* library, bool there, const char* without) {
    fmt::print("  {:<12}{}\n", library, there ? "yes" : without);
  };
  fmt::print("dissent {}\n", full_version());
  const std::string torch = DISSENT_TORCH_VERSION;
  fmt::print("  {:<12}{}\n", "libtorch", torch.empty() ? "no: built with DISSENT_TORCH=OFF" : torch);
  line("page", has_page(), "no: built with DISSENT_WEB=OFF; `dissent report` writes tables and figures only");
  line("SQLite", kHasSqlite, "no: `study run` writes its table of runs as CSV only");
  line("libcurl", kHasCurl, "no: `data get` takes local copies only (--from)");
  line("libarchive", kHasArchive, "no: archives must be unpacked by hand");
  line("libjpeg", kHasJpeg, "no: images must be PNG");
  line("utf8proc", kHasUtf8proc, "no: texts must come as tokens or features that another machine kept");
}

}  // namespace

void configure_version(CLI::App& app) {
  app.callback(print_version);
}

}  // namespace dissent::cli
