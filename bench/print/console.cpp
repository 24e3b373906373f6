// See console.hpp.
#include "bench/print/console.hpp"

#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::size_t terminal_width() {
  const std::string_view text = environment("COLUMNS");
  std::size_t columns = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && columns > 0) {
    return columns;
  }
  if (isatty(STDOUT_FILENO) == 0) return 0;
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;  // 80: what a terminal that does not tell has had since 1978
}

// The pipe's other end is closed.
bool reader_has_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free number is given out, which is `stream` itself.
    if (fcntl(stream, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDWR));
  }
}

Console standard_console() {
  std::setlocale(LC_CTYPE, "");  // characters only: numbers keep their decimal point
  Terminal terminal;
  terminal.width = terminal_width();
  terminal.ascii = std::string_view(nl_langinfo(CODESET)) != "UTF-8";
  // https://no-color.org: any value that is not empty turns colour off.
  terminal.colour = isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() &&
                    environment("TERM") != "dumb" && !environment("TERM").empty();
  return {std::cout, terminal};
}

void finish(const Console& console) {
  console.out.flush();
  if (!console.out && !reader_has_gone()) {
    throw DeviceError("standard output could not be written; is the disk full?");
  }
}

void remark(const std::string& what) {
  constexpr std::size_t kLongestLine =
      2000;  // columns: a message that quotes a whole file helps no one
  if (what.empty()) return;
  std::cout.flush();
  std::cerr << "ridgeline: " << fitted(sanitized(what, false), kLongestLine, true) << '\n';
}

int report(const std::exception& error) {
  std::string what = error.what();
  int code = 3;
  if (const auto* own = dynamic_cast<const Error*>(&error)) {
    code = own->exit_code();
  } else if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    what = "out of memory; try fewer --threads or --profile quick";
  } else {
    what = "a fault in the program itself (" + what + "); please report it with this line";
  }
  remark(what);
  return code;
}

}  // namespace ridgeline::bench
