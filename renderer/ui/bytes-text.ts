import { counted } from './counted.ts'
import { numberText } from './number-text.ts'

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** Formats a size in units of 1,024, like the limits of the service: `412 bytes`, `3.2 MB`, `16 MB`. */
export function bytesText(bytes: number): string {
  let size = bytes
  let unit = ''
  for (const larger of UNITS) {
    if (Math.round(size) < 1024) break
    size /= 1024
    unit = larger
  }
  if (!unit) return counted(bytes, 'byte')
  return `${size < 9.95 ? size.toFixed(1) : numberText(Math.round(size))} ${unit}`
}
