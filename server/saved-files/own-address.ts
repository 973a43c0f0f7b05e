/** How far from its beginning a page is looked at, in bytes. */
const HEAD_BYTES = 8_192

/** What browsers and SingleFile write into a page that they save: words to look for, and where the address stands. */
const NOTES = [
  { words: 'saved with SingleFile', note: /<!--\s*Page saved with SingleFile\s+url:\s*(\S+)/ },
  { words: 'saved from url=', note: /<!-- saved from url=\(\d+\)(\S+) -->/ },
]

/** The address that a saved page of HTML names as its own, in the note of the browser that saved it; null without one. */
export function ownAddress({ buffer, byteOffset, byteLength }: Uint8Array): string | null {
  const head = Buffer.from(buffer, byteOffset, Math.min(byteLength, HEAD_BYTES))
  for (const { words, note } of NOTES) {
    const address = head.includes(words) ? note.exec(head.toString())?.[1] : undefined
    if (address && isWeb(address)) return address
  }
  return null
}

/** An address of a page: http or https. */
export const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')
