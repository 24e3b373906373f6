// What an archive may contain beyond its types and numbers: ids, times, words of closed lists.
#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

#include "ceilings/archive/ids.hpp"
#include "ceilings/archive/json/validate.hpp"

namespace ridgeline {
namespace {

bool is_utc_time(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < kForm.size() + 1 || text.back() != 'Z') return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  const std::string_view rest = std::string_view(text).substr(kForm.size());
  if (rest == "Z") return true;
  return rest.size() > 2 && rest[0] == '.' &&
         std::all_of(rest.begin() + 1, rest.end() - 1, is_digit);
}

// The rules beyond the numbers, each with the place of the fault.
class Rules {
 public:
  Rules(const Archive& archive, const std::string& origin)
      : archive_(archive), origin_(origin), newer_(is_newer_minor(archive.schema)) {}

  void head() const {
    if (!is_utc_time(archive_.created)) {
      refuse_archive(origin_, "/created",
                     "'" + archive_.created + "' is not a UTC time like 2026-11-30T12:00:00Z");
    }
    not_empty("/tool/name", archive_.tool.name);
    not_empty("/device/class", archive_.device.device_class);
    one_of("/device/kind", archive_.device.kind, {"cpu", "gpu"});
    if (archive_.provenance == Provenance::published) not_empty("/citation", archive_.citation);
  }

  void samples() const {
    std::set<std::pair<Stage, std::string>> names;
    for (std::size_t i = 0; i < archive_.samples.size(); ++i) {
      const Sample& sample = archive_.samples[i];
      const std::string place = "/samples/" + std::to_string(i);
      not_empty(place + "/name", sample.name);
      if (!names.emplace(sample.stage, sample.name).second) {
        refuse_archive(
            origin_, place + "/name",
            "'" + sample.name + "' comes twice in the stage " + stage_name(sample.stage));
      }
      if (const auto fault = sample_id_fault(sample.id)) {
        refuse_archive(origin_, place + "/id", "'" + sample.id + "' is not an id: " + *fault);
      }
      words_of(sample, place);
      times_of(sample, place);
    }
  }

  void ceilings() const {
    for (std::size_t i = 0; i < archive_.ceilings.size(); ++i) {
      const Ceiling& ceiling = archive_.ceilings[i];
      const std::string place = "/ceilings/" + std::to_string(i);
      if (const auto fault = id_fault(ceiling.id)) {
        refuse_archive(origin_, place + "/id", "'" + ceiling.id + "' is not an id: " + *fault);
      }
      const std::string kind = parse_id(ceiling.id).kind;
      if (ceiling.kind != kind) {
        refuse_archive(origin_, place + "/kind", "'" + ceiling.kind + "' but the id says " + kind);
      }
      one_of(place + "/unit", ceiling.unit, {"B/s", "FLOP/s", "OP/s", "s"});
      one_of(place + "/role", ceiling.role, {"primary", "secondary"});
    }
  }

  void ridges() const {
    for (std::size_t i = 0; i < archive_.ridges.size(); ++i) {
      const std::string place = "/ridges/" + std::to_string(i);
      ridge_id(place + "/bandwidth", archive_.ridges[i].bandwidth);
      ridge_id(place + "/compute", archive_.ridges[i].compute);
    }
  }

 private:
  void one_of(const std::string& place, const std::string& word,
              std::initializer_list<const char*> words) const {
    if (newer_ || std::find(words.begin(), words.end(), word) != words.end()) return;
    std::string list;
    for (const char* known : words) list += (list.empty() ? "" : ", ") + std::string(known);
    refuse_archive(origin_, place, "'" + word + "' is none of " + list);
  }

  void not_empty(const std::string& place, const std::string& text) const {
    if (text.empty()) refuse_archive(origin_, place, "empty");
  }

  void ridge_id(const std::string& place, const std::string& id) const {
    const auto fault = id_fault(id);
    if (fault) refuse_archive(origin_, place, "'" + id + "' is not an id: " + *fault);
  }

  void words_of(const Sample& sample, const std::string& place) const {
    one_of(place + "/family", sample.family,
           {"bandwidth", "compute", "intensity", "latency", "link"});
    one_of(place + "/role", sample.role, {"primary", "secondary"});
    one_of(place + "/data", sample.data, {"random", "constant"});
    one_of(place + "/mode", sample.mode, {"sustained", "burst"});
  }

  // A time of zero would make a rate infinite.
  void times_of(const Sample& sample, const std::string& place) const {
    for (std::size_t i = 0; i < sample.repetitions.size(); ++i) {
      if (sample.repetitions[i].seconds > 0 || sample.status != Status::ok) continue;
      refuse_archive(origin_, place + "/repetitions/" + std::to_string(i) + "/seconds",
                     "zero; a repetition takes time");
    }
  }

  const Archive& archive_;
  const std::string& origin_;
  bool newer_;
};

}  // namespace

void check_archive(const Archive& archive, const std::string& origin) {
  check_schema_version(archive.schema, origin);
  check_numbers(archive, origin);
  const Rules rules(archive, origin);
  rules.head();
  rules.samples();
  rules.ceilings();
  rules.ridges();
}

}  // namespace ridgeline
