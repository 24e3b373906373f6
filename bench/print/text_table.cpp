// See text_table.hpp.
#include "bench/print/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>

#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kGap = 2;          // columns between columns, and of one step of indent
constexpr std::size_t kWidestCell = 64;  // where nothing else bounds the width
constexpr std::size_t kNarrowestCell = 6;
constexpr std::size_t kProse = 100;  // prose breaks here at the latest

using Lines = std::vector<std::vector<std::string>>;  // cells' shown text by row

// Text styled for the terminal; padding is added before, so that colours take no columns.
std::string styled(const std::string& text, Emphasis emphasis, const Terminal& terminal) {
  if (!terminal.colour || emphasis == Emphasis::plain || text.empty()) return text;
  const char* code = emphasis == Emphasis::strong ? "1" : emphasis == Emphasis::dim ? "2" : "1;31";
  return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
}

Lines shown_cells(const Table& table, const Terminal& terminal) {
  Lines lines(1);
  for (const Column& column : table.columns) {
    lines[0].push_back(sanitized(column.title, terminal.ascii));
  }
  for (const Row& row : table.rows) {
    lines.emplace_back();
    for (const Cell& cell : row.cells) {
      const std::string indent =
          lines.back().empty() ? std::string(static_cast<std::size_t>(row.indent) * kGap, ' ') : "";
      lines.back().push_back(
          fitted(indent + sanitized(cell.text, terminal.ascii), kWidestCell, terminal.ascii));
    }
  }
  return lines;
}

std::vector<std::size_t> natural_widths(const Lines& lines, std::size_t columns) {
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], columns_of(line[i]));
  }
  return widths;
}

bool says_nothing(const Table& table) { return table.rows.empty() && table.below.empty(); }

// A column in which no row says anything is not worth its width.
bool left_out(const Table& table, const Lines& lines, std::size_t column) {
  const bool silent = std::all_of(lines.begin() + 1, lines.end(), [&](const auto& line) {
    return line[column].empty() || line[column] == "-";
  });
  return table.columns[column].rank > 0 && silent;
}

std::size_t line_width(const std::vector<std::size_t>& widths) {
  const auto kept = std::count_if(widths.begin(), widths.end(), [](auto w) { return w > 0; });
  const std::size_t gaps = kept > 0 ? static_cast<std::size_t>(kept - 1) * kGap : 0;
  return std::accumulate(widths.begin(), widths.end(), gaps);
}

// Widths with those of dropped columns 0, and with the widest cut as far as needed and sensible.
std::vector<std::size_t> fitting_widths(const Table& table, const Lines& lines,
                                        std::size_t available) {
  std::vector<std::size_t> widths = natural_widths(lines, table.columns.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (left_out(table, lines, i)) widths[i] = 0;
  }
  if (available == 0) return widths;
  while (line_width(widths) > available) {
    std::size_t victim = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == 0 || table.columns[i].rank == 0) continue;
      const bool first = victim == widths.size();
      if (first || table.columns[i].rank >= table.columns[victim].rank) victim = i;
    }
    if (victim == widths.size()) break;
    widths[victim] = 0;
  }
  while (line_width(widths) > available) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowestCell) break;
    --*widest;
  }
  return widths;
}

std::string aligned_line(const Table& table, const std::vector<std::string>& cells,
                         const std::vector<std::size_t>& widths, bool ascii) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (widths[i] == 0) continue;
    if (!line.empty()) line += std::string(kGap, ' ');
    const std::string text = fitted(cells[i], widths[i], ascii);
    const std::string padding(widths[i] - columns_of(text), ' ');
    line += table.columns[i].right ? padding + text : text + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::size_t prose_width(const Terminal& terminal) {
  return terminal.width == 0 ? kProse : std::min(terminal.width, kProse);
}

// Sanitized, and at most as long as a paragraph that someone would read.
std::string bounded(const std::string& text, bool ascii) {
  constexpr std::size_t kLongestProse = 600;
  return fitted(sanitized(text, ascii), kLongestProse, ascii);
}

// A paragraph with its further lines indented, so that a list stays readable.
void write_prose(std::ostream& out, const std::string& text, Emphasis emphasis,
                 const Terminal& terminal) {
  const std::string indent(2 * kGap, ' ');
  const std::size_t columns = std::max(prose_width(terminal), 8 * kGap) - indent.size();
  const auto lines = wrapped(bounded(text, terminal.ascii), columns);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out << (i == 0 ? "" : indent) << styled(lines[i], emphasis, terminal) << "\n";
  }
}

void write_table(std::ostream& out, const Table& table, const Terminal& terminal) {
  if (!table.title.empty()) write_prose(out, table.title, Emphasis::strong, terminal);
  const Lines lines = shown_cells(table, terminal);
  const auto widths = fitting_widths(table, lines, terminal.width);
  for (std::size_t i = 0; i < lines.size() && !table.rows.empty(); ++i) {
    const Emphasis emphasis = i == 0 ? Emphasis::dim : table.rows[i - 1].emphasis;
    out << styled(aligned_line(table, lines[i], widths, terminal.ascii), emphasis, terminal)
        << "\n";
  }
  for (const std::string& line : table.below) write_prose(out, line, Emphasis::plain, terminal);
}

bool shown_to_people(const Fact& fact) {
  return !fact.title.empty() && !fact.value.text.empty() && fact.value.text != "-";
}

void write_facts(std::ostream& out, const std::vector<Fact>& facts, const Terminal& terminal) {
  std::size_t widest = 0;
  for (const Fact& fact : facts) widest = std::max(widest, columns_of(fact.title));
  const std::size_t start = widest + kGap;
  const std::size_t left = std::max(prose_width(terminal), start + 20) - start;
  for (const Fact& fact : facts) {
    if (!shown_to_people(fact)) continue;
    const std::string value = bounded(fact.value.text, terminal.ascii);
    std::string lead = fact.title + std::string(start - columns_of(fact.title), ' ');
    for (const std::string& line : wrapped(value, left)) {
      out << lead << line << "\n";
      lead = std::string(start, ' ');
    }
  }
}

// Markdown's own signs, and HTML's, lose their meaning.
std::string markdown_text(const std::string& text) {
  std::string result;
  for (const char c : bounded(text, false)) {
    if (std::string("|\\`*_[]#").find(c) != std::string::npos) result += '\\';
    result += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
  }
  return result;
}

void write_markdown_table(std::ostream& out, const Table& table) {
  if (!table.title.empty()) out << "\n### " << markdown_text(table.title) << "\n";
  const Lines lines = shown_cells(table, Terminal{});
  std::string header = "|", rule = "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (left_out(table, lines, i)) continue;
    header += " " + markdown_text(table.columns[i].title) + " |";
    rule += table.columns[i].right ? " ---: |" : " --- |";
  }
  if (!table.rows.empty()) out << "\n" << header << "\n" << rule << "\n";
  for (const Row& row : table.rows) {
    out << "|";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (!left_out(table, lines, i)) out << " " << markdown_text(row.cells[i].text) << " |";
    }
    out << "\n";
  }
  for (const std::string& line : table.below) out << "\n" << markdown_text(line) << "\n";
}

}  // namespace

void write_text(std::ostream& out, const Document& document, const Terminal& terminal) {
  for (const std::string& banner : document.banners) {
    write_prose(out, "*** " + banner + " ***", Emphasis::alarm, terminal);
  }
  write_facts(out, document.facts, terminal);
  bool first = document.banners.empty() && document.facts.empty();
  for (const Table& table : document.tables) {
    if (table.audience == Audience::programs || says_nothing(table)) continue;
    if (!first) out << "\n";
    first = false;
    write_table(out, table, terminal);
  }
  if (!document.closing.empty() && !first) out << "\n";
  for (const std::string& line : document.closing) {
    write_prose(out, line, Emphasis::plain, terminal);
  }
}

void write_markdown(std::ostream& out, const Document& document) {
  for (const std::string& banner : document.banners) {
    out << "**" << markdown_text(banner) << "**\n\n";
  }
  for (const Fact& fact : document.facts) {
    if (!shown_to_people(fact)) continue;
    out << "- " << markdown_text(fact.title) << ": " << markdown_text(fact.value.text) << "\n";
  }
  for (const Table& table : document.tables) {
    if (table.audience == Audience::programs || says_nothing(table)) continue;
    write_markdown_table(out, table);
  }
  for (const std::string& line : document.closing) out << "\n" << markdown_text(line) << "\n";
}

}  // namespace ridgeline::bench
