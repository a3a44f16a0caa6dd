#include "dissent/store/download.h"

#include <chrono>
#include <exception>
#include <thread>
#include <vector>

#ifdef DISSENT_HAS_CURL
#include <curl/curl.h>
#endif

#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/store/part_file.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

fs::path source_note(const fs::path& part) {
  return part.string() + ".source";
}

}  // namespace

void forget_download(const fs::path& part) {
  std::error_code ignored;
  fs::remove(part, ignored);
  fs::remove(source_note(part), ignored);
}

#ifndef DISSENT_HAS_CURL

void download(const std::string& url, const fs::path&, const DownloadOptions&) {
  throw UnreachableError(url + ": this build has no libcurl (Debian: libcurl4-openssl-dev)");
}

#else

namespace {

// What a .part file holds: which URL it came from and the server's mark of that version of the file.
struct Origin {
  std::string url;
  std::string validator;  // a strong ETag or Last-Modified; empty where the server gave none
};

Origin read_origin(const fs::path& part) {
  std::error_code none;
  if (!fs::is_regular_file(source_note(part), none)) return {};
  const std::vector<std::string> lines = split(read_file(source_note(part)), '\n');
  if (lines.size() < 2) return {};
  return {lines[0], lines[1]};
}

// One request: its answer's headers, and where its bytes go.
struct Transfer {
  CURL* handle;
  PartFile& part;
  const fs::path& path;
  const std::string& url;
  const DownloadOptions& options;
  std::uint64_t resume_at;
  bool started = false;
  bool wrong_range = false;
  bool too_large = false;
  std::exception_ptr disk_failure{};
  std::string etag{}, last_modified{}, content_range{};

  long status() const {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
  }

  void header(std::string_view line) {
    if (line.starts_with("HTTP/")) {  // the answer after a redirect starts afresh
      etag.clear();
      last_modified.clear();
      content_range.clear();
      return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string name = to_lower(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (name == "etag") etag = value;
    if (name == "last-modified") last_modified = value;
    if (name == "content-range") content_range = value;
  }

  // The first byte decides: the rest of what is there, or the whole from the start.
  void start() {
    started = true;
    if (status() == 206) {
      wrong_range = !content_range.starts_with("bytes " + std::to_string(resume_at) + "-");
      return;
    }
    part.clear();
    const bool strong = !etag.empty() && !etag.starts_with("W/");
    write_file(source_note(path), url + "\n" + (strong ? etag : last_modified) + "\n");
  }

  bool body(std::string_view bytes) {
    if (!started) start();
    too_large = part.size() + bytes.size() > options.most_bytes;
    if (wrong_range || too_large) return false;
    part.append(bytes);
    return true;
  }
};

std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* transfer) {
  static_cast<Transfer*>(transfer)->header({bytes, size * count});
  return size * count;
}

std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* data) {
  auto* transfer = static_cast<Transfer*>(data);
  const std::size_t refused = size * count + 1;
  try {
    return transfer->body({bytes, size * count}) ? size * count : refused;
  } catch (...) {  // must not pass through C
    transfer->disk_failure = std::current_exception();
    return refused;
  }
}

int on_progress(void* data, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
  const auto* transfer = static_cast<Transfer*>(data);
  if (!transfer->options.progress || !transfer->started) return 0;
  const std::uint64_t before = transfer->status() == 206 ? transfer->resume_at : 0;
  transfer->options.progress(transfer->part.size(),
                             total > 0 ? before + static_cast<std::uint64_t>(total) : 0);
  return 0;
}

struct CurlHandle {
  CurlHandle() {
    static const CURLcode global = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (global == CURLE_OK) handle = curl_easy_init();
    if (handle == nullptr)
      fail("libcurl cannot start; run again, or take local copies with {} DIR", option("from"));
  }
  ~CurlHandle() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(handle);
  }
  CurlHandle(const CurlHandle&) = delete;
  CurlHandle& operator=(const CurlHandle&) = delete;
  CURL* handle = nullptr;
  curl_slist* headers = nullptr;
};

void allow_only_web_redirects(CURL* handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https,file");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, long{CURLPROTO_HTTP | CURLPROTO_HTTPS | CURLPROTO_FILE});
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, long{CURLPROTO_HTTP | CURLPROTO_HTTPS});
#endif
}

struct Attempt {
  enum class End { whole, start_over, try_again, no_use, unreachable } end;
  std::string problem;
};

bool unreachable(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
         code == CURLE_COULDNT_CONNECT || code == CURLE_PEER_FAILED_VERIFICATION ||
         code == CURLE_SSL_CONNECT_ERROR || code == CURLE_SSL_CACERT_BADFILE;
}

Attempt judge(CURLcode code, const Transfer& transfer, const char* detail) {
  using End = Attempt::End;
  const long status = transfer.status();
  if (transfer.too_large) {
    return {End::no_use, fmt::format("sent more than {} bytes", transfer.options.most_bytes)};
  }
  if (transfer.wrong_range) return {End::start_over, "sent another range than the one asked for"};
  if (code == CURLE_OK) return {End::whole, {}};
  if (code == CURLE_HTTP_RETURNED_ERROR) {
    // 416 to a request for the rest: either nothing is left, or the file is shorter than what we have.
    if (status == 416 && transfer.content_range == "bytes */" + std::to_string(transfer.resume_at)) {
      return {End::whole, {}};
    }
    if (status == 416 && transfer.resume_at > 0) return {End::start_over, "HTTP status 416"};
    const bool passing = status == 429 || (status >= 500 && status != 501 && status != 505);
    return {passing ? End::try_again : End::no_use, fmt::format("HTTP status {}", status)};
  }
  const std::string problem = *detail != '\0' ? detail : curl_easy_strerror(code);
  double connected = 0;
  curl_easy_getinfo(transfer.handle, CURLINFO_CONNECT_TIME, &connected);
  if (unreachable(code) || (code == CURLE_OPERATION_TIMEDOUT && connected == 0)) {
    return {End::unreachable, problem};
  }
  if (code == CURLE_FILE_COULDNT_READ_FILE || code == CURLE_UNSUPPORTED_PROTOCOL ||
      code == CURLE_URL_MALFORMAT || code == CURLE_TOO_MANY_REDIRECTS) {
    return {End::no_use, problem};
  }
  return {End::try_again, problem};
}

Attempt attempt(const std::string& url, const fs::path& path, PartFile& part, const Origin& origin,
                const DownloadOptions& options) {
  CurlHandle curl;
  CURL* handle = curl.handle;
  const bool resume = part.size() > 0 && origin.url == url && url.starts_with("http");
  Transfer transfer{handle, part, path, url, options, resume ? part.size() : 0};
  char detail[CURL_ERROR_SIZE] = "";
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, detail);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "dissent");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 10L);
  allow_only_web_redirects(handle);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, options.connect_seconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1000L);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, options.stall_seconds);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  if (resume) {
    // Not CURLOPT_RESUME_FROM, which fails where a server ignores ranges; we start over there.
    curl_easy_setopt(handle, CURLOPT_RANGE, (std::to_string(part.size()) + "-").c_str());
    if (!origin.validator.empty()) {
      curl.headers = curl_slist_append(nullptr, ("If-Range: " + origin.validator).c_str());
      curl_easy_setopt(handle, CURLOPT_HTTPHEADER, curl.headers);
    }
  }
  const CURLcode code = curl_easy_perform(handle);
  if (transfer.disk_failure) std::rethrow_exception(transfer.disk_failure);
  if (transfer.too_large) part.clear();
  if (code == CURLE_OK && !transfer.started && transfer.status() != 206) transfer.start();  // an empty file
  return judge(code, transfer, detail);
}

}  // namespace

void download(const std::string& url, const fs::path& path, const DownloadOptions& options) {
  constexpr std::uint64_t kWorthwhile = std::uint64_t{1} << 20;
  PartFile part(path);
  for (int failures = 0;;) {
    const std::uint64_t before = part.size();
    const Attempt result = attempt(url, path, part, read_origin(path), options);
    switch (result.end) {
      case Attempt::End::whole:
        return;
      case Attempt::End::no_use:
        source_fail("{}: {}", url, result.problem);
      case Attempt::End::unreachable:
        throw UnreachableError(url + ": " + result.problem);
      case Attempt::End::start_over:
        part.clear();
        break;
      case Attempt::End::try_again:
        if (part.size() >= before + kWorthwhile) failures = 0;
        break;
    }
    if (++failures >= options.attempts) {
      source_fail("{}: {} (after {} bytes; run again to resume)", url, result.problem, part.size());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(150) * (1 << failures));
  }
}

#endif

}  // namespace dissent
