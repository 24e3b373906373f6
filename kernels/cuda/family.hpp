// What every family's .cu needs to list its kernels: the architectures that the build made it for
// (RIDGELINE_SMS, RIDGELINE_EXACT_SM, RIDGELINE_PTX_SM come from kernels/cuda/build/family.cmake).
#pragma once

#include "kernels/cuda/tables.hpp"
#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

constexpr std::uint16_t kSms[] = {RIDGELINE_SMS};
constexpr Requirements kNeeds{
    .sms = kSms, .exact_sm = RIDGELINE_EXACT_SM != 0, .ptx_sm = RIDGELINE_PTX_SM};

// The host's address of a kernel, as cudaLaunchKernel takes it.
template <class Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace ridgeline::kernels
