// See page.hpp.
#include "bench/report/page.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "bench/print/json.hpp"
#include "bench/report/page_files.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

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
  std::string title = sanitized(model.empty() ? "a device without a name" : model);
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

bool makes_reports() { return !page_plotly().text.empty(); }

std::string data_text(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : json_text(data)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
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
  const std::string data = data_text(report_data(archives, kernels));
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

}  // namespace ridgeline::bench
