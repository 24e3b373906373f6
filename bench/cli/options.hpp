// The command line as plain data: what a command accepts, and what it was given. The only door to
// Boost.Program_options.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ridgeline::bench {

struct Option {
  std::string name;                  // "format"
  std::string value;                 // "FILE": what it takes; empty: a switch
  std::string help;                  // one sentence without a full stop
  std::vector<std::string> choices;  // empty: any text
  std::string fallback;              // its value where it is not given; empty: none
  char letter = 0;                   // 'o' for -o; 0: none
};

struct Example {
  std::string command, effect;
};

struct CommandSyntax {
  std::string name;
  std::string summary;              // one line for the list of commands
  std::string operands;             // "ARCHIVE", "FILE...", or empty
  std::size_t least = 0, most = 0;  // operands
  bool reads_files = false;         // operands are files: patterns stand for those that fit
  std::vector<Option> options;
  std::vector<Example> examples;
  std::vector<std::string> details;  // paragraphs
  std::string passthrough;  // options that start so are kept as they are: "--benchmark_"; or empty
};

struct Arguments {
  bool help = false;
  std::map<std::string, std::string> values;  // by option's name; a switch has the value "yes"
  std::vector<std::string> operands;
  std::vector<std::string> passed_through;
  std::string command_line;  // the whole, as it could be typed again

  bool has(const std::string& option) const { return values.contains(option); }
  std::string text(const std::string& option) const;  // empty: not given
  // A whole number from `least` to `most`; `least` where it is not given. Throws UsageError.
  int number(const std::string& option, int least, int most) const;
};

// `arguments`: what stands behind the command's name. Throws UsageError: unknown option (with the
// nearest known one), missing or impossible value, too few or too many operands; ArchiveError for
// a pattern that no file fits.
Arguments parse_arguments(const CommandSyntax& syntax, const std::vector<std::string>& arguments);

// What `ridgeline COMMAND --help` prints.
std::string help_text(const CommandSyntax& syntax);

}  // namespace ridgeline::bench
