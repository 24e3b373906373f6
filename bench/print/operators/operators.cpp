// See operators.hpp.
#include "bench/print/operators/operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

std::string options_text(const ceilings::OperatorInfo& info) {
  std::vector<std::string> parts;
  for (const std::string& option : info.required) parts.push_back("--" + option);
  for (const std::string& option : info.optional) parts.push_back("[--" + option + "]");
  return joined(parts, " ");
}

Cell whole(std::uint64_t value) { return count_cell(value, digits_text(value)); }

std::vector<Fact> count_facts(const ceilings::OperatorCost& cost) {
  const ceilings::Traffic& traffic = cost.traffic.front();
  const std::string more = cost.traffic.size() > 1 ? ", " + traffic.model : "";
  std::vector<Fact> facts{
      {"operator", "operator", text_cell(cost.name)},
      {"shape", "shape", text_cell(cost.shape)},
      {"dtype",
       "data type",
       {cost.dtype + (cost.dtype_out == cost.dtype ? "" : ", output " + cost.dtype_out),
        cost.dtype}},
      {"dtype_out", "", text_cell(cost.dtype_out)},
      {"operations", "operations",
       count_cell(cost.operations, digits_text(cost.operations) + " " + cost.unit)},
      {"unit", "", text_cell(cost.unit)},
      {"bytes_read", "bytes read", count_cell(traffic.bytes_read, bytes_text(traffic.bytes_read))},
      {"bytes_written", "bytes written",
       count_cell(traffic.bytes_written, bytes_text(traffic.bytes_written))},
      {"bytes", "bytes moved", count_cell(traffic.bytes, bytes_text(traffic.bytes) + more)},
      {"working_set", "", count_cell(traffic.working_set)},
      {"intensity", "intensity",
       number_cell(traffic.intensity, per_byte_text(traffic.intensity) + " " + cost.unit + "/B" +
                                          (cost.operations == 0 ? ": it only moves data" : ""))},
  };
  facts.push_back({"formula", "formula", text_cell(cost.formula)});
  facts.push_back({"counting", "counting", text_cell(cost.convention)});
  facts.push_back({"source", "source", text_cell(cost.source)});
  if (!cost.notes.empty()) facts.push_back({"notes", "note", text_cell(joined(cost.notes, "; "))});
  return facts;
}

Table tensor_table(const ceilings::OperatorCost& cost) {
  const ceilings::Traffic& traffic = cost.traffic.front();
  Table table{"tensors",
              "Tensors" + (cost.traffic.size() > 1 ? " (" + traffic.model + ")" : ""),
              Audience::all,
              {{"name", "tensor"},
               {"elements", "elements", true, 1},
               {"bits", "bits", true, 2},
               {"bytes_read", "bytes read", true},
               {"bytes_written", "bytes written", true}}};
  for (const ceilings::Tensor& tensor : traffic.tensors) {
    table.rows.push_back({{text_cell(tensor.name), whole(tensor.elements), count_cell(tensor.bits),
                           whole(tensor.bytes_read), whole(tensor.bytes_written)}});
  }
  return table;
}

Table work_table(const ceilings::OperatorCost& cost) {
  Table table{"work",
              "Operations",
              cost.work.size() > 1 ? Audience::all : Audience::programs,
              {{"name", "what"},
               {"precision", "precision"},
               {"operations", cost.unit, true},
               {"products", "", false, 1}}};
  for (const ceilings::OperatorWork& work : cost.work) {
    const std::string precision =
        work.precision + (work.accumulate.empty() ? "" : "->" + work.accumulate);
    table.rows.push_back({{text_cell(work.name), text_cell(precision), whole(work.operations),
                           flag_cell(work.products)}});
  }
  return table;
}

Table traffic_lines(const ceilings::OperatorCost& cost) {
  Table table{"",
              "Traffic",
              Audience::people,
              {{"", "model"},
               {"", "bytes read", true, 2},
               {"", "bytes written", true, 3},
               {"", "bytes moved", true, 1},
               {"", cost.unit + "/B", true}}};
  if (cost.traffic.size() == 1) return table;
  for (const ceilings::Traffic& traffic : cost.traffic) {
    table.rows.push_back(
        {{text_cell(traffic.model), whole(traffic.bytes_read), whole(traffic.bytes_written),
          whole(traffic.bytes), number_cell(traffic.intensity, per_byte_text(traffic.intensity))}});
  }
  std::string last;
  for (const ceilings::Traffic& traffic : cost.traffic) {
    if (traffic.meaning != last) table.below.push_back(traffic.model + ": " + traffic.meaning);
    last = traffic.meaning;
  }
  return table;
}

Table traffic_data(const ceilings::OperatorCost& cost) {
  Table table = program_table(
      "traffic", {"operator", "shape", "dtype", "operations", "unit", "model", "tile", "bytes_read",
                  "bytes_written", "bytes", "working_set", "intensity"});
  for (const ceilings::Traffic& traffic : cost.traffic) {
    table.rows.push_back(
        {{text_cell(cost.name), text_cell(cost.shape), text_cell(cost.dtype),
          whole(cost.operations), text_cell(cost.unit), text_cell(traffic.model),
          traffic.tile == 0 ? Cell{} : whole(traffic.tile), whole(traffic.bytes_read),
          whole(traffic.bytes_written), whole(traffic.bytes), whole(traffic.working_set),
          number_cell(traffic.intensity, "")}});
  }
  return table;
}

}  // namespace

std::string digits_text(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, " ");
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr double kKi = 1024;
  const char* prefixes = "KMGTPE";
  double scaled = static_cast<double>(bytes) / kKi;
  if (scaled < 1) return digits_text(bytes) + " B";
  while (scaled >= kKi && prefixes[1] != 0) {
    scaled /= kKi;
    ++prefixes;
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), " B (%.4g %ciB)", scaled, *prefixes);
  return digits_text(bytes) + text.data();
}

std::string per_byte_text(double intensity) {
  if (intensity == 0) return "0";
  const int before = 1 + static_cast<int>(std::floor(std::log10(intensity)));
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*f", std::max(0, std::min(9, 4 - before)), intensity);
  return text.data();
}

Document operator_list() {
  constexpr std::size_t kOptionColumns = 56;  // options go on in a row of their own behind that
  const std::vector<Column> columns{{"name", "operator"},
                                    {"summary", "what it does", false, 2},
                                    {"options", "options ([ ]: may be left out)"}};
  Table lines{"", "Operators", Audience::people, columns};
  lines.below = {
      "Each takes --dtype, --dtype-out and --accumulate as well; 'ridgeline intensity --help' says "
      "what the options mean."};
  Table data{"operators", "", Audience::programs, columns};
  data.columns.push_back({"aliases", ""});
  for (const ceilings::OperatorInfo& info : ceilings::operators()) {
    const std::string options = options_text(info);
    data.rows.push_back({{text_cell(info.name), text_cell(info.summary), text_cell(options),
                          text_cell(joined(info.aliases))}});
    std::vector<Cell> head{text_cell(info.name), text_cell(info.summary)};
    for (const std::string& line : wrapped(options, kOptionColumns)) {
      head.push_back(text_cell(line));
      lines.rows.push_back({head});
      head = {text_cell(""), text_cell("")};
    }
  }
  Document document;
  document.tables = {std::move(lines), std::move(data)};
  document.main_table = "operators";
  return document;
}

Document cost_document(const ceilings::OperatorCost& cost) {
  Document document;
  document.facts = count_facts(cost);
  document.tables = {tensor_table(cost), work_table(cost), traffic_lines(cost), traffic_data(cost)};
  document.main_table = "traffic";
  return document;
}

}  // namespace ridgeline::bench
