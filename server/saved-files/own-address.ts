const HEAD_CHARACTERS = 8_192

/** What browsers and SingleFile write into a page that they save. */
const NOTES = [/<!--\s*Page saved with SingleFile\s+url:\s*(\S+)/, /<!-- saved from url=\(\d+\)(\S+) -->/]

/** The address that a saved page of HTML names as its own, in the note of the browser that saved it; null without one. */
export function ownAddress(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_CHARACTERS)).toString('utf8')
  for (const note of NOTES) {
    const address = note.exec(head)?.[1]
    if (address && isWeb(address)) return address
  }
  return null
}

/** An address of a page: http or https. */
export const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')
