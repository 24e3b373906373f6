// Boost takes the command line apart; what is wrong with it is said here.
#include "bench/cli/options.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <utility>

#include "bench/cli/input_files.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

namespace po = boost::program_options;

constexpr const char* kOperands = "operands";  // Boost's name for what stands alone
constexpr std::size_t kHelpColumns = 80;

std::string hint(const CommandSyntax& syntax) {
  return "; 'ridgeline " + syntax.name + " --help' lists the options";
}

std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string("-_=./:,+@%").find(static_cast<char>(c)) != std::string::npos;
  });
  if (plain) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

po::options_description boost_options(const CommandSyntax& syntax) {
  po::options_description all;
  all.add_options()("help,h", "");
  for (const Option& option : syntax.options) {
    const std::string names =
        option.letter == 0 ? option.name : option.name + "," + std::string(1, option.letter);
    if (option.value.empty()) {
      all.add_options()(names.c_str(), "");
    } else {
      all.add_options()(names.c_str(), po::value<std::string>());
    }
  }
  all.add_options()(kOperands, po::value<std::vector<std::string>>());
  return all;
}

// Boost's complaint, said as this program says it. Given names come back with their dashes.
[[noreturn]] void complain(const CommandSyntax& syntax, const po::error& error) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    const std::string given = unknown->get_option_name();
    std::vector<std::string> known{"--help"};
    for (const Option& option : syntax.options) known.push_back("--" + option.name);
    const std::string near = nearest(given, known);
    throw UsageError("unknown option '" + given + "' of '" + syntax.name + "'" +
                     (near.empty() ? hint(syntax) : "; did you mean '" + near + "'?"));
  }
  const auto* named = dynamic_cast<const po::error_with_option_name*>(&error);
  const std::string name = named == nullptr ? "" : named->get_option_name();
  if (dynamic_cast<const po::multiple_occurrences*>(&error) != nullptr) {
    throw UsageError("option '" + name + "' is given twice; give it once");
  }
  if (const auto* syntax_error = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
    const bool extra = syntax_error->kind() == po::invalid_syntax::extra_parameter;
    throw UsageError("option '" + name + "' " + (extra ? "takes no value" : "needs a value") +
                     hint(syntax));
  }
  throw UsageError(std::string(error.what()) + hint(syntax));
}

void check_choice(const Option& option, const std::string& value) {
  if (value.empty()) throw UsageError("option '--" + option.name + "' has an empty value");
  const auto& choices = option.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw UsageError("option '--" + option.name + "' can be " + joined(choices) + ", not '" + value +
                   "'");
}

void take_values(const CommandSyntax& syntax, const po::variables_map& found, Arguments& given) {
  for (const Option& option : syntax.options) {
    const bool there = found.count(option.name) != 0;
    if (there && option.value.empty()) {
      given.values[option.name] = "yes";
    } else if (there) {
      const std::string value = found[option.name].as<std::string>();
      check_choice(option, value);
      given.values[option.name] = value;
    } else if (!option.fallback.empty()) {
      given.values[option.name] = option.fallback;
    }
  }
  if (found.count(kOperands) != 0) {
    given.operands = found[kOperands].as<std::vector<std::string>>();
  }
}

void check_operands(const CommandSyntax& syntax, const Arguments& given) {
  const std::size_t count = given.operands.size();
  if (count < syntax.least) {
    throw UsageError("'" + syntax.name + "' needs " + syntax.operands + "; see 'ridgeline " +
                     syntax.name + " --help'");
  }
  if (count > syntax.most) {
    throw UsageError("'" + syntax.name + "' does not know what to do with '" +
                     given.operands[syntax.most] + "'" + hint(syntax));
  }
}

void expand_operands(const CommandSyntax& syntax, Arguments& given) {
  std::vector<std::string> files;
  for (const std::string& operand : given.operands) {
    for (std::string& file : files_named(operand)) files.push_back(std::move(file));
  }
  if (files.size() > syntax.most) {
    throw UsageError("'" + syntax.name + "' takes " + counted(syntax.most, "file") + ", and " +
                     std::to_string(files.size()) + " fit '" + joined(given.operands, " ") + "'");
  }
  given.operands = std::move(files);
}

bool asks_for_help(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::any_of(arguments.begin(), end, [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  });
}

std::string option_lines(const Option& option) {
  const std::string letter = option.letter == 0 ? "" : std::string("-") + option.letter + ", ";
  const std::string value = option.value.empty() ? "" : " " + option.value;
  std::string help = option.help;
  if (!option.choices.empty()) help += ": " + joined(option.choices);
  if (!option.fallback.empty()) help += " (without it: " + option.fallback + ")";
  std::string text = "  " + letter + "--" + option.name + value + "\n";
  for (const std::string& line : wrapped(help, kHelpColumns - 6)) text += "      " + line + "\n";
  return text;
}

}  // namespace

std::string Arguments::text(const std::string& option) const {
  const auto found = values.find(option);
  return found == values.end() ? std::string() : found->second;
}

int Arguments::number(const std::string& option, int least, int most) const {
  if (!has(option)) return least;
  const std::string given = text(option);
  int value = 0;
  const char* end = given.data() + given.size();
  const auto parsed = std::from_chars(given.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || value < least || value > most) {
    throw UsageError("option '--" + option + "' wants a whole number from " +
                     std::to_string(least) + " to " + std::to_string(most) + ", not '" + given +
                     "'");
  }
  return value;
}

Arguments parse_arguments(const CommandSyntax& syntax, const std::vector<std::string>& arguments) {
  Arguments given;
  given.help = asks_for_help(arguments);
  given.command_line = "ridgeline " + syntax.name;
  for (const std::string& each : arguments) given.command_line += " " + quoted(each);
  if (given.help) return given;

  std::vector<std::string> own;
  for (const std::string& each : arguments) {
    const bool passed = !syntax.passthrough.empty() && each.starts_with(syntax.passthrough);
    (passed ? given.passed_through : own).push_back(each);
  }
  namespace style = po::command_line_style;
  try {
    const po::options_description all = boost_options(syntax);
    po::positional_options_description alone;
    alone.add(kOperands, -1);
    po::variables_map found;
    // Guessing from the first letters is off: a later version's options would change its meaning.
    po::store(po::command_line_parser(own)
                  .options(all)
                  .positional(alone)
                  .style(style::unix_style & ~style::allow_guessing)
                  .run(),
              found);
    take_values(syntax, found, given);
  } catch (const po::error& error) {
    complain(syntax, error);
  }
  check_operands(syntax, given);
  if (syntax.reads_files) expand_operands(syntax, given);
  return given;
}

std::string help_text(const CommandSyntax& syntax) {
  std::string text = "ridgeline " + syntax.name + ": " + syntax.summary + "\n\nUsage: ridgeline " +
                     syntax.name + " [OPTIONS]" +
                     (syntax.operands.empty() ? "" : " " + syntax.operands) + "\n";
  for (const std::string& paragraph : syntax.details) {
    text += "\n";
    for (const std::string& line : wrapped(paragraph, kHelpColumns)) text += line + "\n";
  }
  text += "\nOptions:\n";
  for (const Option& option : syntax.options) text += option_lines(option);
  text += "  -h, --help\n      This text\n\nExamples:\n";
  for (const Example& example : syntax.examples) {
    text += "  " + example.command + "\n";
    for (const std::string& line : wrapped(example.effect, kHelpColumns - 6)) {
      text += "      " + line + "\n";
    }
  }
  return text;
}

}  // namespace ridgeline::bench
