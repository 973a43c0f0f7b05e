import { parseJson } from '../text/parse-json.ts'

/** Parses JSON. Returns the text itself if it is not JSON; validation then reports it. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
