import { bufferOf } from '../base/own-buffer.ts'

/** Number of bytes at the start of a page that are examined. */
const HEAD_BYTES = 8_192

const SINGLE_FILE = {
  words: 'saved with SingleFile',
  note: /<!--\s*Page saved with SingleFile\s+url:\s*(\S+)/,
}

/**
 * The comments that SingleFile and browsers write into pages that they save: words to search for, and a pattern that
 * captures the address.
 */
const NOTES = [SINGLE_FILE, { words: 'saved from url=', note: /<!-- saved from url=\(\d+\)(\S+) -->/ }]

const headOf = (bytes: Uint8Array) => bufferOf(bytes).subarray(0, HEAD_BYTES)

/** Whether SingleFile saved the page. */
export const isSavedBySingleFile = (bytes: Uint8Array): boolean => headOf(bytes).includes(SINGLE_FILE.words)

/** Returns the address that the program which saved an HTML page noted in it, or null if there is none. */
export function ownAddress(bytes: Uint8Array): string | null {
  const head = headOf(bytes)
  for (const { words, note } of NOTES) {
    const address = head.includes(words) ? note.exec(head.toString())?.[1] : undefined
    if (address && isWebAddress(address)) return address
  }
  return null
}

/** Whether an address is http or https. */
export const isWebAddress = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')
