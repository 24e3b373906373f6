// Cuts a Google Benchmark JSON file into its context and rows by braces and quotes alone, then
// parses each piece. Killed runs, digits grouped by the locale, infinite counters, unescaped
// Windows paths and text behind the document all occur in the wild.
#include "ceilings/import/google_benchmark/cutter.hpp"

#include <optional>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// Behind the string that starts at `at`; the end of the text where it is not closed.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

struct Piece {
  std::size_t begin = 0, end = 0;
  bool whole = true;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// The value that starts at `at`: an object or list up to its closing bracket, a string, or a word.
Piece value_at(std::string_view text, std::size_t at) {
  Piece piece{at, at, true};
  int depth = 0;
  while (piece.end < text.size()) {
    const char c = text[piece.end];
    if (c == '"') {
      piece.end = behind_string(text, piece.end);
      if (depth == 0) return piece;
      continue;
    }
    const bool closing = c == '}' || c == ']';
    if (depth == 0 && (closing || c == ',')) return piece;
    ++piece.end;
    if (c == '{' || c == '[') ++depth;
    if (closing && --depth == 0) return piece;
  }
  piece.whole = false;
  return piece;
}

class Cutter {
 public:
  Cutter(std::string_view text, const std::string& origin) : text_(text), origin_(origin) {}

  BenchmarkRows cut() {
    std::size_t at = text_.find_first_not_of(kBlank);
    if (at == std::string_view::npos || text_[at] != '{') not_a_benchmark_file();
    ++at;
    while (std::optional<Piece> key = next_key(at)) {
      at = text_.find_first_not_of(": \t\r\n", key->end);
      if (at == std::string_view::npos) break;
      const Piece value = value_at(text_, at);
      if (key->of(text_) == "\"context\"") read_context(value);
      if (key->of(text_) == "\"benchmarks\"") read_rows(value);
      // A word that no bracket, comma or quote ends would stand still.
      at = value.end > at ? value.end : at + 1;
    }
    finish(at);
    return std::move(result_);
  }

 private:
  [[noreturn]] void not_a_benchmark_file() const {
    Json ignored;
    const auto fault = parse_json(text_, ignored);
    if (fault && !fault->text_behind) throw ArchiveError(origin_ + ": " + described(*fault, 0));
    throw ArchiveError(origin_ +
                       ": no list \"benchmarks\"; it must be written by "
                       "`ridgeline bench --benchmark_out=FILE --benchmark_out_format=json`");
  }

  std::string described(const JsonFault& fault, std::size_t offset) const {
    if (fault.offset == JsonFault::kNowhere) {
      return position_in(text_, offset) + ": " + one_line(fault.what);
    }
    return position_in(text_, offset + fault.offset) + ": " + one_line(fault.what);
  }

  // The next member's key, or nothing at the end of the object or of the text.
  std::optional<Piece> next_key(std::size_t& at) {
    at = text_.find_first_not_of(", \t\r\n", std::min(at, text_.size()));
    if (at == std::string_view::npos) {
      at = text_.size();
      result_.ended_early = true;
      return std::nullopt;
    }
    if (text_[at] != '"') return std::nullopt;
    return Piece{at, behind_string(text_, at), true};
  }

  void read_context(const Piece& piece) {
    Json context;
    std::vector<std::string> duplicates;
    auto fault = parse_json(piece.of(text_), context, &duplicates);
    if (fault) {
      const std::string cause = described(*fault, piece.begin);
      context = Json();
      fault = parse_json(with_doubled_backslashes(piece.of(text_)), context, &duplicates);
      warn(cause + (fault ? ": the context can't be read and is ignored"
                          : ": the backslashes were taken as they stand"));
    }
    if (!fault && context.is_object()) result_.context = std::move(context);
  }

  // Backslashes that start no escape of JSON stand for themselves: "C:\suite".
  static std::string with_doubled_backslashes(std::string_view text) {
    std::string mended;
    for (std::size_t i = 0; i < text.size(); ++i) {
      mended += text[i];
      if (text[i] != '\\') continue;
      const char next = i + 1 < text.size() ? text[i + 1] : ' ';
      const bool escape = std::string_view("\"\\/bfnrtu").find(next) != std::string_view::npos;
      mended += escape ? next : '\\';
      if (escape) ++i;
    }
    return mended;
  }

  void read_rows(const Piece& list) {
    found_list_ = true;
    for (std::size_t at = list.begin; at < list.end;) {
      at = text_.find('{', at);
      if (at == std::string_view::npos || at >= list.end) return;
      const Piece piece = value_at(text_, at);
      if (!piece.whole) return;
      read_row(piece);
      at = piece.end;
    }
  }

  void read_row(const Piece& piece) {
    BenchmarkRow row;
    const auto fault = parse_json(piece.of(text_), row.fields, &row.duplicates);
    if (!fault) {
      result_.rows.push_back(std::move(row));
      return;
    }
    // Aggregates are not used, and are NaN for counters that are zero (a coefficient of variation).
    if (piece.of(text_).find("\"run_type\": \"aggregate\"") != std::string_view::npos) return;
    if (unreadable_++ == 0) result_.first_fault = described(*fault, piece.begin);
  }

  void finish(std::size_t at) {
    if (!found_list_) not_a_benchmark_file();
    if (unreadable_ > 0) {
      warn(std::to_string(unreadable_) +
           " row(s) can't be read and are left out; the first: " + result_.first_fault);
    }
    if (result_.ended_early) {
      warn("the file ends early (was the run killed?); its " + std::to_string(result_.rows.size()) +
           " whole row(s) remain");
      return;
    }
    const std::size_t behind = text_.find_first_not_of(kBlank, at + 1);
    if (behind != std::string_view::npos) {
      warn(position_in(text_, behind) + ": the text behind the JSON document is ignored");
    }
  }

  void warn(std::string text) { result_.warnings.push_back(std::move(text)); }

  std::string_view text_;
  const std::string& origin_;
  BenchmarkRows result_;
  bool found_list_ = false;
  std::size_t unreadable_ = 0;
};

}  // namespace

BenchmarkRows read_benchmark_rows(std::string_view text, const std::string& origin) {
  return Cutter(without_byte_order_mark(text), origin).cut();
}

}  // namespace ridgeline::ceilings
