// Where output goes and what it may look like there: width, colour, characters; and the end of
// the program's standard streams.
#pragma once

#include <cstddef>
#include <exception>
#include <iosfwd>
#include <string>

namespace ridgeline::bench {

struct Terminal {
  std::size_t width = 0;  // columns; 0: no limit (a pipe or a file)
  bool colour = false;
  bool ascii = false;  // the locale's characters are not UTF-8
};

struct Console {
  std::ostream& out;
  Terminal terminal;
};

// A reader that goes away ends the output and not the program; a standard stream that was closed
// from the start becomes /dev/null, so that no file opened later takes its number.
void prepare_standard_streams();

// Standard output with what the environment says of it: COLUMNS, NO_COLOR, TERM, LC_ALL.
Console standard_console();

// Flushes. Throws DeviceError where the output could not be written (a full disk), not where its
// reader has gone.
void finish(const Console& console);

// Writes "ridgeline: <what>" to standard error, as one line; nothing where `what` is empty.
void remark(const std::string& what);

// Writes "ridgeline: <what is wrong>" to standard error, as one line; returns the exit code.
int report(const std::exception& error);

}  // namespace ridgeline::bench
