/** The words that introduce a name, such as `By` or `Written by:`. */
const BYLINE_START = /^(?:(?:analysis|posted|story|words|written)\s+)?by(?:\s*:)?\s+/i
/** The start of what follows a name in a byline: a separator, an account, a date. */
const NAME_END =
  /\s*[|•·]|\s@\w|\s(?:on\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d{1,2},\s\d{4}/
/** A year or a time of day: a text that contains either is not a name. */
const DATE_OR_TIME = /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/
const MAX_BYLINE_LENGTH = 500

/** Returns the name in a byline such as `By Ada Example | May 3`, or null if the byline has none. */
export function authorName(byline: string): string | null {
  const text = byline.slice(0, MAX_BYLINE_LENGTH).replace(/\s+/g, ' ').trim().replace(BYLINE_START, '')
  const end = text.search(NAME_END)
  const name = (end < 0 ? text : text.slice(0, end)).trim()
  return name === '' || DATE_OR_TIME.test(name) || /^https?:/.test(name) ? null : name
}
