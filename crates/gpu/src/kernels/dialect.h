// The dialect that the kernels are written in: C that two compilers read.
//
// NVRTC compiles it for a graphics card, where every lane of a warp runs the code itself. A C compiler compiles it for the
// processor, where one thread runs a warp as loops over its lanes; the tests do so, because most machines have no card.
//
//   FOR_THREADS, FOR_LANES   the block that follows runs once for each thread of a block, or each lane of a warp;
//                            `thread` or `lane` is its number. No `break` or `return` may leave such a block.
//   PRIVATE(type, name, n)   n values that each lane has for itself and keeps from one FOR_LANES to the next; MY(name)[i]
//   FIRST_LANE               the block that follows runs once for each warp
//   BALLOT(name, i)          a bit for each lane: whether its MY(name)[i] is not 0
//   SUM(name, i)             the sum of MY(name)[i] over all lanes
//
// Outside of these blocks, all lanes of a warp do the same thing with the same values.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__

typedef uint4 Quad;
typedef uint2 Pair;
#define INLINE static __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define ONCE once_ = 1; once_; once_ = 0
#define FOR_THREADS for (u32 thread = threadIdx.x, ONCE)
#define FOR_WARPS for (u32 warp = threadIdx.x >> 5, ONCE)
#define FOR_LANES for (u32 lane = threadIdx.x & 31, ONCE)
#define FIRST_LANE if ((threadIdx.x & 31) == 0)
#define PRIVATE(type, name, n) type name[n]
#define MY(name) name
#define BALLOT(name, i) __ballot_sync(0xffffffffu, name[i])
#define SUM(name, i) warp_sum(name[i])
#define BLOCK_SYNC() __syncthreads()
#define WARP_SYNC() __syncwarp()
#define READ_ONLY(pointer) __ldg(pointer)
#define LIVE(value) (*(const volatile u32 *)&(value))

INLINE u32 population(u32 x) { return __popc(x); }
INLINE u32 lowest(u32 x) { return __ffs(x) - 1; }
INLINE u32 byte_of(u32 word, u32 i) { return __byte_perm(word, 0, 0x4440 + i); }
INLINE u32 add_u32(u32 *to, u32 x) { return atomicAdd(to, x); }
INLINE void add_u64(u64 *to, u64 x) { atomicAdd(to, x); }
INLINE void or_u32(u32 *to, u32 x) { atomicOr(to, x); }
INLINE void set_u32(u32 *to, u32 x) { atomicExch(to, x); }
// The first lane adds; all lanes learn what was there before.
INLINE u32 warp_add(u32 *to, u32 x) {
    u32 before = 0;
    if ((threadIdx.x & 31) == 0) before = atomicAdd(to, x);
    return __shfl_sync(0xffffffffu, before, 0);
}
// All lanes learn what the first one reads.
INLINE u32 warp_read(u32 x) { return __shfl_sync(0xffffffffu, x, 0); }
INLINE u32 warp_sum(u32 x) {
    for (int step = 16; step; step >>= 1) x += __shfl_xor_sync(0xffffffffu, x, step);
    return x;
}
#define KERNEL(name, Params)                                                                            \
    static __device__ __forceinline__ void name##_block(const Params &p, u32 block, u32 blocks, u32 threads, char *shared); \
    extern "C" __global__ void __launch_bounds__(name##_threads, 1) name(const Params p) {              \
        extern __shared__ uint4 shared_memory[];                                                        \
        name##_block(p, blockIdx.x, gridDim.x, blockDim.x, (char *)shared_memory);                      \
    }                                                                                                   \
    static __device__ __forceinline__ void name##_block(const Params &p, u32 block, u32 blocks, u32 threads, char *shared)

#else

#include <stdlib.h>

typedef struct { u32 x, y, z, w; } __attribute__((aligned(16))) Quad;
typedef struct { u32 x, y; } __attribute__((aligned(8))) Pair;
#define INLINE static inline __attribute__((always_inline, unused))
#define UNROLL
#define FOR_THREADS for (u32 thread = 0; thread < threads; thread++)
#define FOR_WARPS for (u32 warp = 0; warp < threads / 32; warp++)
#define FOR_LANES for (u32 lane = 0; lane < 32; lane++)
#define FIRST_LANE
#define PRIVATE(type, name, n) type name[32][n]
#define MY(name) name[lane]
#define BALLOT(name, i) ({ u32 bits_ = 0; FOR_LANES bits_ |= (u32)(name[lane][i] != 0) << lane; bits_; })
#define SUM(name, i) ({ u32 sum_ = 0; FOR_LANES sum_ += name[lane][i]; sum_; })
#define BLOCK_SYNC()
#define WARP_SYNC()
#define READ_ONLY(pointer) (*(pointer))
#define LIVE(value) (value)

INLINE u32 population(u32 x) { return (u32)__builtin_popcount(x); }
INLINE u32 lowest(u32 x) { return (u32)__builtin_ctz(x); }
INLINE u32 byte_of(u32 word, u32 i) { return word >> (8 * i) & 255; }
INLINE u32 add_u32(u32 *to, u32 x) { u32 before = *to; *to += x; return before; }
INLINE void add_u64(u64 *to, u64 x) { *to += x; }
INLINE void or_u32(u32 *to, u32 x) { *to |= x; }
INLINE void set_u32(u32 *to, u32 x) { *to = x; }
INLINE u32 warp_add(u32 *to, u32 x) { return add_u32(to, x); }
INLINE u32 warp_read(u32 x) { return x; }
#define KERNEL(name, Params)                                                                            \
    static void name##_block(const Params p, u32 block, u32 blocks, u32 threads, char *shared);         \
    void name(u32 blocks, u32 threads, u32 bytes, const Params *p) {                                    \
        char *shared = aligned_alloc(16, (bytes + 31) / 16 * 16);                                       \
        for (u32 block = 0; block < blocks; block++) name##_block(*p, block, blocks, threads, shared);  \
        free(shared);                                                                                   \
    }                                                                                                   \
    static void name##_block(const Params p, u32 block, u32 blocks, u32 threads, char *shared)

#endif
