// Tensor memory of data-centre Blackwell, and the barriers that say when its products are done (PTX
// ISA, "Tensor Memory", "Tensor Memory Allocation and Management Instructions", "mbarrier").
//
// Tensor memory has 128 lanes of 512 columns of 32 bits; an address is lane << 16 | column. With
// one CTA and M = 128, row r of D is lane r, column c column c ("Data path layout D"); a 16-bit
// number lies alone in the low half of its word. Warp w of a warpgroup reaches lanes 32 w .. 32 w
// + 31.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

// By all 32 threads of one warp, together: `columns` (a power of 2, 32 to 512) columns, whose
// address is written to shared memory at `to`. Waits where another block of the SM has them.
template <std::uint32_t columns>
__device__ inline void allocate_tensor_memory(std::uint32_t to) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(to),
               "n"(columns)
               : "memory");
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}

// By the warp that allocated it, before the block ends.
template <std::uint32_t columns>
__device__ inline void free_tensor_memory(std::uint32_t address) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address), "n"(columns)
               : "memory");
}

// Around a barrier of threads, between tensor memory accesses that have to stay in order.
__device__ inline void tensor_fence_before_barrier() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
__device__ inline void tensor_fence_after_barrier() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}
__device__ inline void tensor_barrier() {
  tensor_fence_before_barrier();
  __syncthreads();
  tensor_fence_after_barrier();
}

// By a whole warp: each thread's lane (address + its number), 8 columns from `address` on.
__device__ inline void store_tensor_words(std::uint32_t address, const std::uint32_t (&w)[8]) {
  asm volatile(
      "tcgen05.st.sync.aligned.32x32b.x8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"r"(
          address),
      "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4]), "r"(w[5]), "r"(w[6]), "r"(w[7])
      : "memory");
}
__device__ inline void wait_for_tensor_stores() {
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}
__device__ inline void load_tensor_words(std::uint32_t address, std::uint32_t (&w)[8]) {
  // One text: nothing may use the words before the wait.
  asm volatile(
      "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];\n"
      "tcgen05.wait::ld.sync.aligned;"
      : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]), "=r"(w[4]), "=r"(w[5]), "=r"(w[6]),
        "=r"(w[7])
      : "r"(address)
      : "memory");
}

// Barriers in shared memory at `barrier`, for one arrival a phase.
__device__ inline void make_barrier(std::uint32_t barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
}
// After the last make_barrier() of the thread that made them, before the block's barrier.
__device__ inline void fence_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
// Arrives when all products that this thread has issued so far are done.
__device__ inline void arrive_when_done(std::uint32_t barrier) {
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(barrier)
      : "memory");
}
// Until the phase of this parity is over.
__device__ inline void wait_for_phase(std::uint32_t barrier, std::uint32_t parity) {
  std::uint32_t over = 0;
  while (over == 0) {
    asm volatile(
        "{\n  .reg .pred p;\n"
        "  mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "  selp.u32 %0, 1, 0, p;\n}"
        : "=r"(over)
        : "r"(barrier), "r"(parity)
        : "memory");
  }
}

// True in one thread of a converged warp.
__device__ inline bool elected() {
  std::uint32_t one = 0;
  asm volatile("{\n  .reg .pred p;\n  elect.sync _|p, 0xffffffff;\n  selp.u32 %0, 1, 0, p;\n}"
               : "=r"(one));
  return one != 0;
}

}  // namespace ridgeline::kernels
