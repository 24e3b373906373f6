// See report_page.hpp.
#include "bench/report/page.hpp"

#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "bench/build/build_info.hpp"
#include "bench/print/archive/archive_document.hpp"
#include "bench/report/page_files.hpp"
#include "bench/report/view.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline/theoretical.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

std::string json_of(const Document& document) {
  std::ostringstream text;
  write(text, document, Format::json, Terminal{});
  return text.str();
}

// '<' stands in strings only, where its escape means the same. No element can end in the data.
std::string without_tags(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

Document fact(const char* key, const std::string& text) {
  Document document;
  document.facts.push_back({key, "", {"", text}});
  return document;
}

// Objects in one: the opening brace of each but the first, and the closing one of each but the
// last, become a comma.
std::string merged(const std::vector<std::string>& objects) {
  std::string text = "{";
  for (const std::string& object : objects) {
    const std::size_t begin = object.find('{') + 1, end = object.rfind('}');
    text += (text.size() == 1 ? "" : ", ") + object.substr(begin, end - begin);
  }
  return text + "}";
}

std::string archive_data(const Reported& reported) {
  const std::string file = json_of(fact("file", reported.file));
  const std::string summary = json_of(archive_summary(reported.archive));
  const std::string view = json_of(report_view(reported.archive, reported.drawn));
  return merged({file, "{\"summary\": " + summary + "}", "{\"view\": " + view + "}"});
}

std::string html_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string title_of(const std::vector<Reported>& archives) {
  constexpr std::size_t kLongest = 80;
  const std::string& model = archives.front().archive.device.model;
  std::string title = harmless(model.empty() ? "a device without a name" : model);
  title = fitted(title, kLongest, false);
  if (archives.size() > 1) title += " and " + std::to_string(archives.size() - 1) + " more";
  return "Roofline of " + title;
}

// The template with each {{name}} replaced; what replaces one is never looked at again.
std::string filled(std::string_view page, const std::map<std::string, std::string_view>& parts) {
  std::string text;
  while (true) {
    const std::size_t begin = page.find("{{"), end = page.find("}}", begin);
    text += page.substr(0, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) return text;
    text += parts.at(std::string(page.substr(begin + 2, end - begin - 2)));
    page.remove_prefix(end + 2);
  }
}

}  // namespace

Reported reported(const std::string& path, Archive archive) {
  Archive drawn = archive;
  drawn.samples.clear();
  add_theoretical(drawn);
  return {std::filesystem::path(path).filename().string(), std::move(archive), std::move(drawn)};
}

bool makes_reports() { return !page_plotly().text.empty(); }

Table crossover_data(const std::vector<Reported>& archives) {
  Table table = program_table(
      "crossovers", {"base", "other", "level", "precision", "base_bandwidth", "base_compute",
                     "other_bandwidth", "other_compute", "base_ridge", "other_ridge", "intensity"});
  for (std::size_t i = 1; i < archives.size(); ++i) {
    for (const Crossover& c : crossovers(archives.front().archive, archives[i].archive)) {
      Row row;
      row.cells = {count_cell(0), count_cell(static_cast<std::int64_t>(i)), text_cell(c.level),
                   text_cell(c.precision)};
      for (const double value : {c.base_bandwidth, c.base_compute, c.other_bandwidth,
                                 c.other_compute, c.base_ridge, c.other_ridge}) {
        row.cells.push_back(number_cell(value, ""));
      }
      row.cells.push_back(c.intensity > 0 ? number_cell(c.intensity, "") : Cell{"", {}});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

std::string report_data(const std::vector<Reported>& archives, const Document* kernels) {
  const ToolRecord tool = build_info();
  std::string list;
  for (const Reported& reported : archives) {
    list += (list.empty() ? "" : ", ") + archive_data(reported);
  }
  Document crossings;
  crossings.tables = {crossover_data(archives)};
  const std::string program =
      json_of(fact("program", "Ridgeline " + tool.version + " (" + tool.commit + ")"));
  const std::string placed = kernels == nullptr ? "null" : json_of(*kernels);
  return without_tags(merged({program, "{\"archives\": [" + list + "]}",
                              "{\"kernels\": " + placed + "}", json_of(crossings)}));
}

std::string policy_hash(std::string_view hexadecimal) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "sha256-";
  unsigned bits = 0, count = 0;  // not yet written: the `count` lowest of `bits`
  for (const char digit : hexadecimal) {
    bits = (bits << 4U) | static_cast<unsigned>(kDigits.find(digit));
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += kLetters[(bits >> count) & 63U];
  }
  if (count > 0) text += kLetters[(bits << (6 - count)) & 63U];
  while ((text.size() - 7) % 4 != 0) text += '=';
  return text;
}

std::string report_page(const std::vector<Reported>& archives, const Document* kernels) {
  if (!makes_reports()) throw DeviceError(kNoReports);
  if (archives.empty()) throw UsageError("a report needs an archive");
  const std::string data = report_data(archives, kernels);
  const std::string title = html_escaped(title_of(archives));
  const std::string style_hash = policy_hash(page_style().sha256);
  const std::string code_hash = policy_hash(page_code().sha256);
  const std::string plotly_hash = policy_hash(page_plotly().sha256);
  return filled(page_template().text, {{"title", title},
                                       {"data", data},
                                       {"style", page_style().text},
                                       {"style-hash", style_hash},
                                       {"code", page_code().text},
                                       {"code-hash", code_hash},
                                       {"plotly", page_plotly().text},
                                       {"plotly-hash", plotly_hash}});
}

}  // namespace ridgeline
