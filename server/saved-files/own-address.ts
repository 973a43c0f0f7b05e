import { bufferOf } from '../base/own-buffer.ts'

/** How far from its beginning a page is looked at, in bytes. */
const HEAD_BYTES = 8_192

const SINGLE_FILE = {
  words: 'saved with SingleFile',
  note: /<!--\s*Page saved with SingleFile\s+url:\s*(\S+)/,
}

/** What browsers and SingleFile write into a page that they save: words to look for, and where the address stands. */
const NOTES = [SINGLE_FILE, { words: 'saved from url=', note: /<!-- saved from url=\(\d+\)(\S+) -->/ }]

const headOf = (bytes: Uint8Array) => bufferOf(bytes).subarray(0, HEAD_BYTES)

/** Whether SingleFile saved a page. */
export const isOfSingleFile = (bytes: Uint8Array): boolean => headOf(bytes).includes(SINGLE_FILE.words)

/** The address that a saved page of HTML names as its own, in the note of the browser that saved it; null without one. */
export function ownAddress(bytes: Uint8Array): string | null {
  const head = headOf(bytes)
  for (const { words, note } of NOTES) {
    const address = head.includes(words) ? note.exec(head.toString())?.[1] : undefined
    if (address && isWeb(address)) return address
  }
  return null
}

/** An address of a page: http or https. */
export const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')
