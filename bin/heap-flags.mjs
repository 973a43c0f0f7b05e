/**
 * How V8 keeps the heap of a service small, as flags of a process that are read at its start alone. On a large machine it
 * takes 128 MB for what it soon forgets and lets what it keeps grow fourfold before it looks what of it is still used; a
 * service needs a tenth, at once: growing to it takes a twelfth of the start. What it loads at its start stays, and is looked
 * through only once there is more; later, once there is more by two thirds, since an upload of 16 MB on its way to a thread
 * counts, too. So little is looked through sooner by one thread than by some that wake each other for it. Allocation-site
 * pretenuring is off: in so small a heap V8 mistook the objects of calls for long-lived ones. Those kept everything that they
 * refer to in memory, and in most processes a call over REST took 45 to 50 µs instead of 30.
 */
export const HEAP_FLAGS = [
  '--max-semi-space-size=4',
  '--min-semi-space-size=4',
  '--heap-growing-percent=65',
  '--initial-old-space-size=44',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
]
