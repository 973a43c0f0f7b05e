/** The words that introduce a name, such as `By` or `Written by:`. */
const BYLINE_START = /^(?:(?:analysis|posted|story|words|written)\s+)?by(?:\s*:)?\s+/i
/** Words that introduce a name only with a colon, or in Japanese an equals sign, behind them. */
const LABEL =
  /^(?:auth?or(?:[ae]|in|es)?|auteure?|texte?|testo|texto|tekst[it]?|forfatter|skribent|kirjoittaja|yazan|yazar|szerző|автор|текст|írta|penulis|oleh|tác giả|συντάκτης|מאת|نویسنده|بقلم|كتب|作者|作家|撰文|記者|记者|文|取材・文|글|기자)\s*[:：=＝]\s*/iu
/** By language: the word for "by" in front of a name. It may also begin a surname, so two more words have to follow. */
const BY: Readonly<Record<string, string>> = {
  ...{ de: 'von', fr: 'par', es: 'por', ca: 'per', gl: 'por', pt: 'por', it: 'di', nl: 'door' },
  ...{ sv: 'av', nb: 'av', nn: 'av', no: 'av', da: 'af' },
}
/** The start of what follows a name in a byline: a separator, an account, a date, the Korean word for a reporter. */
const NAME_END =
  /\s*[|•·]|\s@\w|\s기자(?=\s|$)|\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\s(?:on\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d{1,2},\s\d{4}/
/** A year or a time of day: a text that contains either is not a name. */
const DATE_OR_TIME = /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/
const MAX_BYLINE_LENGTH = 500

/**
 * Returns the name in a byline such as `By Ada Example | May 3`, or null if the byline has none. Words in front of a name are
 * known in English, and in the language of the page.
 */
export const authorName = (byline: string, language: string | null): string | null =>
  nameIn(withoutStart(byline, language))

/** Returns the name in a visible byline, which has to begin with a word that introduces it; null for any other text. */
export function introducedName(byline: string, language: string | null): string | null {
  const rest = withoutStart(byline, language)
  const name = rest === trimmed(byline) ? null : nameIn(rest)
  return name === null || name.length > MAX_NAME_LENGTH || NO_NAME.test(name) ? null : name
}

const MAX_NAME_LENGTH = 100
/** A text with a number, or one that begins with a small letter, such as `By clicking here`. */
const NO_NAME = /\d|^\p{Ll}/u

const trimmed = (byline: string) => byline.slice(0, MAX_BYLINE_LENGTH).replace(/\s+/g, ' ').trim()

const withoutStart = (byline: string, language: string | null): string =>
  trimmed(byline).replace(BYLINE_START, '').replace(LABEL, '').replace(startIn(language), '')

function nameIn(text: string): string | null {
  const end = text.search(NAME_END)
  const name = (end < 0 ? text : text.slice(0, end)).trim()
  return name === '' || DATE_OR_TIME.test(name) || /^https?:/.test(name) ? null : name
}

function startIn(language: string | null): RegExp | string {
  const by = BY[language?.split(/[-_]/)[0]?.toLowerCase() ?? '']
  return by === undefined
    ? ''
    : new RegExp(
        `^(?:${by}|${by[0]!.toUpperCase()}${by.slice(1)}|${by.toUpperCase()}) (?=\\p{Lu}\\S* \\p{Lu})`,
        'u',
      )
}
