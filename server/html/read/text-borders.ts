import { SPACE } from '../scan/characters.ts'

/** Elements that browsers display apart from their neighbours, so that words on both sides are separate. */
export const SEPARATED_ELEMENTS: ReadonlySet<string> = new Set(
  `address article aside blockquote body br button caption center dd desc details dialog dir div dl dt fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup
  option p plaintext pre search section select summary table tbody td text textarea tfoot th thead title tr ul xmp`.split(
    /\s+/,
  ),
)

/** These elements, and the numbers of a formula: `<mfrac><mn>1</mn><mn>2</mn></mfrac>` is not 12. */
export const WORD_SEPARATING_ELEMENTS: ReadonlySet<string> = new Set([...SEPARATED_ELEMENTS, 'mn'])

/** Elements whose content is not text of the page, unless a rule asks for the element itself. */
export const UNREAD_ELEMENTS: ReadonlySet<string> = new Set(
  'script style template noscript iframe noframes noembed'.split(' '),
)

/** Drawings and formulas, which contain elements that no browser shows. */
export const DRAWINGS: ReadonlySet<string> = new Set(['svg', 'math'])

/** Elements of drawings and formulas that describe them: no browser shows their content. */
export const DESCRIBING_ELEMENTS: ReadonlySet<string> = new Set(
  'title desc metadata annotation annotation-xml'.split(' '),
)

/** Collapses white space, and trims it. */
export const collapse = (text: string): string => withSingleSpaces(text.trim())

/** Collapses white space, with one space left at each end that has any. */
export const withSingleSpaces = (text: string): string =>
  isCollapsed(text) ? text : text.replace(/\s+/g, ' ')

const NO_BREAK_SPACE = 160
/** All other non-ASCII white space lies between the first two characters, or is the last. */
const ODD_SPACES = [0x1680, 0x3000, 0xfeff] as const

/** Whether a text has no white space but single spaces. Most texts are like that, and checking is cheaper than replacing. */
function isCollapsed(text: string): boolean {
  let before = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < SPACE || (code === SPACE && before === SPACE) || isOddSpace(code)) return false
    before = code
  }
  return true
}

const isOddSpace = (code: number): boolean =>
  code === NO_BREAK_SPACE || (code >= ODD_SPACES[0] && (code <= ODD_SPACES[1] || code === ODD_SPACES[2]))
