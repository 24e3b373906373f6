# The families of CUDA kernels, in the order in which they are listed and measured. A family is a
# .cu, built for its own list of architectures ("90a": for exactly that one):
#   cuda_family(NAME FILE ARCHS ARCHITECTURE... [PTX CAPABILITY] [PROBE INSTRUCTION...])
# PTX: compute capability of the PTX that comes along for later cards: the oldest one that all of
# them can take and that has what the family needs. Families for exactly one architecture have none.
# PROBE: an instruction in PTX that the assembler must know, in one or more pieces; its registers
# are r0..r15 (32 bits), d0..d19 (64 bits) and p. The family is left out for architectures that the
# assembler refuses it for.

set(every 75 80 86 89 90 100 103 120)

cuda_family(bandwidth_sm75 memory/bandwidth_sm75 ARCHS ${every} PTX 100)
cuda_family(bandwidth_sm100 memory/bandwidth_sm100 ARCHS 100 103 120 PTX 100
            PROBE "ld.relaxed.gpu.global.v8.b32 {r0, r1, r2, r3, r4, r5, r6, r7}, [d1]")
cuda_family(streams_sm75 memory/streams_sm75 ARCHS ${every} PTX 100)
cuda_family(l1_sm75 memory/l1_sm75 ARCHS ${every} PTX 100)
cuda_family(shared_sm75 memory/shared_sm75 ARCHS ${every} PTX 100)
cuda_family(latency_sm75 latency/latency_sm75 ARCHS ${every} PTX 100)
cuda_family(bulk_sm90 memory/bulk_sm90 ARCHS 90 100 103 120 PTX 100
            PROBE "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                  "[r1], [d1], r2, [r3]")

cuda_family(fma_sm75 arithmetic/fma_sm75 ARCHS ${every} PTX 100)
cuda_family(bf16_sm80 arithmetic/bf16_sm80 ARCHS 80 86 89 90 100 103 120 PTX 100
            PROBE "fma.rn.bf16x2 r1, r1, r2, r3")
cuda_family(bf16_sm90 arithmetic/bf16_sm90 ARCHS 90 100 103 120 PTX 100
            PROBE "add.rn.bf16x2 r1, r1, r2")
# sm_120 makes two ordinary instructions of one.
cuda_family(fma2_sm100 arithmetic/fma2_sm100 ARCHS 100 103
            PROBE "fma.rn.f32x2 d1, d1, d2, d3")
cuda_family(intensity_sm75 arithmetic/intensity_sm75 ARCHS ${every} PTX 100)

# Later architectures have the larger forms of mma_sm80.
cuda_family(mma_sm75 tensor/mma/sm75 ARCHS 75
            PROBE "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16"
                  "{r1, r2}, {r3, r4}, {r5}, {r1, r2}")
cuda_family(mma_sm80 tensor/mma/sm80 ARCHS 80 86 89 90 100 103 120 PTX 100
            PROBE "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"
                  "{r1, r2}, {r3, r4, r5, r6}, {r7, r8}, {r1, r2}")
cuda_family(mma_sm89 tensor/mma/sm89 ARCHS 89 120 PTX 120
            PROBE "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16"
                  "{r1, r2}, {r3, r4, r5, r6}, {r7, r8}, {r1, r2}")
# Later architectures split it into the form of mma_sm80.
cuda_family(mma_sm90 tensor/mma/sm90 ARCHS 90
            PROBE "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64"
                  "{d0, d1, d2, d3}, {d4, d5, d6, d7, d8, d9, d10, d11},"
                  "{d12, d13, d14, d15}, {d0, d1, d2, d3}")
cuda_family(mma_sm120 tensor/mma/sm120 ARCHS 120a
            PROBE "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e2m1.f32"
                  "{r1, r2, r9, r10}, {r3, r4, r5, r6}, {r7, r8}, {r1, r2, r9, r10}")
cuda_family(wgmma_sm90 tensor/wgmma/sm90 ARCHS 90a
            PROBE "wgmma.fence.sync.aligned")
cuda_family(tcgen05_sm100 tensor/tcgen05/sm100 ARCHS 100a 103a
            PROBE "tcgen05.fence::after_thread_sync")
cuda_family(tcgen05i8_sm100 tensor/tcgen05/int8_sm100 ARCHS 100a
            PROBE "tcgen05.mma.cta_group::1.kind::i8 [r1], d1, d2, r2, p")

# No ceiling's kernel: the probe that reads the SM clock.
cuda_family(clock_sm75 latency/clock_sm75 ARCHS ${every} PTX 100)
