// A driver's library (libcuda.so.1) that answers what the environment says: FAKE_VERSION (13000),
// FAKE_INIT (0, or an error), FAKE_GPUS (2), FAKE_MIG (unset).
#include <cstdlib>
#include <cstring>

namespace {

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

void answer(char* to, int length, const char* text) {
  std::strncpy(to, text, static_cast<std::size_t>(length) - 1);
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return number("FAKE_INIT", 0); }
int cuDriverGetVersion(int* version) {
  *version = number("FAKE_VERSION", 13000);
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = number("FAKE_GPUS", 2);
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char* name, int length, int) {
  const bool part = std::getenv("FAKE_MIG") != nullptr;
  answer(name, length, part ? "NVIDIA H200 MIG 1g.18gb" : "NVIDIA H200");
  return 0;
}
int cuDeviceGetPCIBusId(char* text, int length, int device) {
  answer(text, length, device == 0 ? "0000:0A:00.0" : "0000:8B:00.0");
  return 0;
}
int cuDeviceGetUuid_v2(unsigned char* bytes, int device) {
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<unsigned char>(device * 16 + i + 1);
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;  // compute capability, major and minor
  return 0;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == 999 ? "CUDA_ERROR_UNKNOWN" : "CUDA_ERROR_OTHER";
  return 0;
}
int cuGetErrorString(int, const char** text) {
  *text = "unknown error";
  return 0;
}

}  // extern "C"
