/** How much a step does: at first, at least and at most; and how many milliseconds it may take. */
export interface PaceOptions {
  first: number
  fewest: number
  most: number
  longMs: number
}

/** Sizes the steps of long work: each does as much as fits into a few milliseconds, by the duration of the previous one. */
export function createPace({ first, fewest, most, longMs }: PaceOptions) {
  let size = first
  let startedAt = 0
  return {
    size: () => size,
    /** Starts a step. Returns how much it should do. */
    begin(): number {
      startedAt = performance.now()
      return size
    },
    end(): void {
      const isLong = performance.now() - startedAt > longMs
      size = isLong ? Math.max(fewest, size >> 1) : Math.min(most, size * 2)
    },
  }
}
