const UNITS = ['kB', 'MB', 'GB'] as const

/** A size in decimal units: `3.2 MB`. */
export function inBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length)
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`
}
