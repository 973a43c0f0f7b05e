/** How much a step does: at first, at least and at most, and how long it may take. */
export interface PaceOptions {
  first: number
  fewest: number
  most: number
  longMs: number
}

/** For work in steps: each does as much as fits into a few milliseconds, by how long the one before took. */
export function createPace({ first, fewest, most, longMs }: PaceOptions) {
  let size = first
  let startedAt = 0
  return {
    size: () => size,
    /** Begins a step; returns how much it is to do. */
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
