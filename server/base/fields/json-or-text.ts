import { parseJson } from '../text/parse-json.ts'

/** What a text says as JSON; the text itself where it is none, which whoever checks it then names. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
