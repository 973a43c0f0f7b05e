/**
 * Flags that keep the heap of a service small. V8 reads them only when a process starts.
 *
 * - `semi-space-size`: on a large machine, V8 lets its young generation grow to 128 MB. A service needs a tenth of that, and
 *   gets it at once, because growing takes a twelfth of the start.
 * - `initial-old-space-size`: what a service loads at its start stays in use, so V8 collects the old generation only once
 *   there is more.
 * - `heap-growing-percent`: after that, it collects again when the heap has grown by two thirds. An upload of 16 MB on its way
 *   to a thread counts, too.
 * - `no-parallel-scavenge`: one thread collects so small a young generation sooner than several that wake each other.
 * - `no-allocation-site-pretenuring`: in so small a heap, V8 takes objects of single calls for long-lived ones. These kept
 *   everything they refer to in memory, and in most processes a call over REST took 45 to 50 µs instead of 30.
 */
export const HEAP_FLAGS = [
  '--max-semi-space-size=4',
  '--min-semi-space-size=4',
  '--heap-growing-percent=65',
  '--initial-old-space-size=44',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
]
