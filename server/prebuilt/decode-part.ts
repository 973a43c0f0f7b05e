/** Decodes a percent-encoded part of an address; '' if it is not encoded correctly. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
