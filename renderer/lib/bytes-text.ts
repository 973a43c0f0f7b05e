const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size in binary units, as the service's limits: `412 B`, `3.2 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  return `${power && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[power]}`
}
