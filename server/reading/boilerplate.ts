import { oncePerKey } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { isInsideText } from './inside-text.ts'
import { isPanel, isPanelLabel } from './panels.ts'

/** Elements that are not part of the text: menus, controls, captions, and embedded documents. */
const BOILERPLATE_ELEMENTS: ReadonlySet<string> = new Set(
  `nav aside header footer form button select option textarea input label iframe object embed svg canvas audio video
  figcaption dialog menu head map applet noembed noframes datalist fieldset template`.split(/\s+/),
)

const BOILERPLATE_ROLES: ReadonlySet<string> = new Set(
  'navigation complementary contentinfo banner search dialog alertdialog menu menubar toolbar form button'.split(
    ' ',
  ),
)

/** Matches any of these words in a class or an id, bounded by its ends, spaces, `-` or `_`. */
const wordPattern = (words: string): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${words.trim().split(/\s+/).join('|')})(?=$|[\\s_-])`)

const COMMENTS = wordPattern(
  'comments? commentlist comments?-?(?:list|area|section|body) disqus(?:_thread)? respond replies',
)

/** Dialogs about consent, by the names of the programs that put them into pages: they may be longer than a text. */
const CONSENT = wordPattern(String.raw`
  cybot-cookiebot-dialog onetrust-(?:consent|banner)-sdk didomi-(?:host|popup) cmplz-cookiebanner cmpbox2? cmpwrapper
  qc-cmp2-container usercentrics-\w+ osano-cm-\w+ iubenda-cs-\w+ tarteaucitron\w* truste_?overlay klaro fc-consent-root
`)

/** Words in classes and ids of elements that are about other pages. */
const OTHER_PAGES_WORDS = String.raw`
  related\w* recommend(?:ed|ations?)? recirc\w* outbrain\w* taboola\w* zergnet\w* trending popular
  most-?(?:read|popular|viewed) more-?(?:stories|news|from|articles|posts|on) read-?(?:more|next|also)
  also-?(?:read|like) see-?also up-?next next-?(?:post|article) prev(?:ious)?-?(?:post|article)? teasers?
  jp-relatedposts
`

const OTHER_PAGES = wordPattern(OTHER_PAGES_WORDS)

/** Words in classes and ids of elements that readers of the text do not see. */
const UNSEEN_WORDS =
  'hidden hide d-none visually-?hidden sr-only screen-reader-text noprint math-jax_preview mw-editsection'

/** Words in classes and ids of elements that stand beside a text. */
const BOILERPLATE = wordPattern(String.raw`${OTHER_PAGES_WORDS}
  share sharing sharedaddy share(?:bar|tools?|this|buttons?|links?|icons?) addthis\w* addtoany\w*
  social\w* follow(?:-?us)? newsletters? subscri(?:be|ption)s? sign-?up promo(?:s|tions?|box)? sponsor(?:ed|s)?
  advert\w* ads? ad-?(?:slot|unit|container|wrapper|box) banner cookie\w* gdpr consent popup modal overlay tooltip
  sidebar\w* side-?bar widgets? breadcrumbs? nav navbar navigation pagination pager menu footer masthead
  tags?(?=$|\s) tag-?(?:list|links|cloud) categories meta post-?meta entry-?meta byline
  author-?(?:bio|box|info|card|profile)? about-?author bio credits? copyright captions? wp-caption-text
  gallery-caption slideshow carousel toolbar tools print skip-?link dateline timestamp rating cta
  ${UNSEEN_WORDS}
`)

const UNSEEN = wordPattern(UNSEEN_WORDS)

/** Classes of the text itself: an element that has one is never left out for its other classes. */
const TEXT_CLASSES =
  /article-?body|entry-?content|post-?content|post-?body|story-?body|article-?content|main-?content/

/** Characters of classes and ids that are read. */
const MAX_HINTS_LENGTH = 300

/** What the class and id of an element say about its purpose. */
export interface Hints {
  /** Lower case, with a hyphen where camel case has a capital. */
  text: string
  /** The share of the page's prose that an element with this class and id may hold and still be left out. */
  doubt: number
}

export const NO_HINTS: Hints = { text: '', doubt: 0 }

/**
 * Returns a function that reads the hints of elements of a page. Many elements have the same class: each text is analysed
 * once.
 */
export function createHintReader(html: HtmlDocument): (node: DocumentNode) => Hints {
  const hintsOf = oncePerKey(readHints)
  return node => {
    const name = html.attribute(node, 'class')
    const id = html.attribute(node, 'id')
    return name === null && id === null ? NO_HINTS : hintsOf(`${name ?? ''} ${id ?? ''}`)
  }
}

function readHints(classAndId: string): Hints {
  const text = hintsText(classAndId)
  return { text, doubt: doubtByClass(text) }
}

const hintsText = (classAndId: string): string =>
  classAndId
    .slice(0, MAX_HINTS_LENGTH)
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()

const OTHER_PAGES_ELEMENTS: ReadonlySet<string> = new Set(['aside', 'nav'])

/** Whether an element is about other pages, or holds comments by readers, according to its name, class and id. */
export const isAboutOtherPages = (name: string, { text }: Hints): boolean =>
  OTHER_PAGES_ELEMENTS.has(name) || COMMENTS.test(text) || OTHER_PAGES.test(text)

const WHOLE_PAGE = new Set(['root', 'html', 'body', 'main'])

/**
 * The share for elements that markup names as boilerplate. It is below 1 because some pages are one large form, and some are
 * hidden until a script runs.
 */
const MARKUP_DOUBT = 0.5
const CLASS_DOUBT = 0.4
/** The share for what may be longer than the text itself: comments and dialogs about consent. */
export const LONG_DOUBT = 0.9

/**
 * Returns the share of the page's prose that an element may hold and still be left out with its content; 0 if it is always
 * kept.
 */
export function doubtOf(html: HtmlDocument, node: DocumentNode, name: string, hints: Hints): number {
  if (WHOLE_PAGE.has(name)) return 0
  if (name === 'label' && isOfItem(html, node)) return 0
  if (name === 'svg' && isOfCell(html, node) && !isHidden(html, node)) return 0
  if ((name === 'footer' || name === 'figcaption') && isOfQuote(html, node)) return 0
  if (name === 'button' && isPanelLabel(html, node)) return 0
  const role = html.attribute(node, 'role')?.toLowerCase() ?? ''
  if (BOILERPLATE_ELEMENTS.has(name) || BOILERPLATE_ROLES.has(role)) return MARKUP_DOUBT
  if (isHidden(html, node)) return FORMULA.test(hints.text) || isPanel(html, node) ? 0 : MARKUP_DOUBT
  if (hints.doubt === 0 || name === 'article') return 0
  // Generators of documentation make the ids of headings from their words.
  if (HEADING.test(name)) return doubtByClass(hintsText(html.attribute(node, 'class') ?? ''))
  return !UNSEEN.test(hints.text) && isInsideText(html, node, name) ? 0 : hints.doubt
}

const HEADING = /^h[1-6]$/

/** Whether a label is an item of a list, such as an ingredient with a box to tick. */
function isOfItem(html: HtmlDocument, node: DocumentNode): boolean {
  const parent = html.parent(node)
  return parent !== null && html.elementName(parent) === 'li'
}

/** Whether a footer or a caption names who said a quotation: it is in the quotation, or behind it in a figure. */
function isOfQuote(html: HtmlDocument, node: DocumentNode): boolean {
  const parent = html.parent(node)
  if (parent === null) return false
  if (html.elementName(parent) === 'blockquote') return true
  let sibling = html.previousSibling(node)
  while (sibling !== null && html.elementName(sibling) === null) sibling = html.previousSibling(sibling)
  return sibling !== null && html.elementName(sibling) === 'blockquote'
}

/** Maximum number of elements between an icon and its cell. */
const MAX_WRAPPERS = 3
const WRAPPERS: ReadonlySet<string | null> = new Set(['span', 'i', 'b', 'div', 'p'])

/** Whether a drawing is in a cell of a table, whose text its title may be, such as `Yes`. */
function isOfCell(html: HtmlDocument, node: DocumentNode): boolean {
  let around = html.parent(node)
  for (let step = 0; around !== null && step < MAX_WRAPPERS; step++) {
    if (!WRAPPERS.has(html.elementName(around))) break
    around = html.parent(around)
  }
  return around !== null && /^t[dh]$/.test(html.elementName(around) ?? '')
}

function doubtByClass(hints: string): number {
  if (hints === '' || TEXT_CLASSES.test(hints)) return 0
  if (COMMENTS.test(hints) || CONSENT.test(hints)) return LONG_DOUBT
  return BOILERPLATE.test(hints) ? CLASS_DOUBT : 0
}

/** The class of elements that hold a formula for screen readers, beside the form of it that is shown. */
const FORMULA = /mathml/

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

export function isHidden(html: HtmlDocument, node: DocumentNode): boolean {
  if (html.attribute(node, 'hidden') !== null || html.attribute(node, 'aria-hidden') === 'true') return true
  const style = html.attribute(node, 'style')
  return style !== null && HIDDEN_STYLE.test(style)
}
