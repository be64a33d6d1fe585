// A shim, since Swift has no name for the instructions that x86-64 processors have for SHA-256. They take a fifth of the
// time; elsewhere the digest is computed in Swift.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// Whether this processor has the instructions.
static inline bool docket_has_sha256(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

// Takes blocks of 64 bytes into the state; constants are the 64 words of the standard.
__attribute__((target("sha,sse4.1"))) static inline void docket_sha256(
    uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions want the state as A B E F and C D G H.
  __m128i first = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i second = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(first, second, 8);
  __m128i cdgh = _mm_blend_epi16(second, first, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int index = 0; index < 4; index++)
      words[index] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + index * 16)), order);
#pragma clang loop unroll(full)
    for (int index = 0; index < 16; index++) {
      __m128i sum = _mm_add_epi32(words[index & 3], _mm_loadu_si128((const __m128i *)(constants + index * 4)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (index < 12) {
        const __m128i last = words[(index + 3) & 3];
        sum = _mm_sha256msg1_epu32(words[index & 3], words[(index + 1) & 3]);
        sum = _mm_add_epi32(sum, _mm_alignr_epi8(last, words[(index + 2) & 3], 4));
        words[index & 3] = _mm_sha256msg2_epu32(sum, last);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  first = _mm_shuffle_epi32(abef, 0x1B);
  second = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(first, second, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(second, first, 8));
}
#endif
