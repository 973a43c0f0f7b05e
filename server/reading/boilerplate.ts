import { oncePerKey } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'

/** Elements beside the text: menus, controls, captions, and what shows another document. */
const NAMES: ReadonlySet<string> = new Set(
  `nav aside header footer form button select option textarea input label iframe object embed svg canvas audio video
  figcaption dialog menu head map applet noembed noframes datalist fieldset template math`.split(/\s+/),
)

const ROLES: ReadonlySet<string> = new Set(
  'navigation complementary contentinfo banner search dialog alertdialog menu menubar toolbar form button'.split(
    ' ',
  ),
)

/** One of these, between the borders of words in a class or an id. */
const among = (words: string): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${words.trim().split(/\s+/).join('|')})(?=$|[\\s_-])`)

const COMMENTS = among(
  'comments? commentlist comments?-?(?:list|area|section|body) disqus(?:_thread)? respond replies',
)

/** What classes and ids call that which is about other pages. */
const OF_OTHERS = String.raw`
  related\w* recommend(?:ed|ations?)? recirc\w* outbrain\w* taboola\w* zergnet\w* trending popular
  most-?(?:read|popular|viewed) more-?(?:stories|news|from|articles|posts|on) read-?(?:more|next|also)
  also-?(?:read|like) see-?also up-?next next-?(?:post|article) prev(?:ious)?-?(?:post|article)? teasers?
  jp-relatedposts
`

const OTHERS = among(OF_OTHERS)

/** What classes and ids call that which stands beside a text. */
const BESIDE = among(String.raw`${OF_OTHERS}
  share sharing sharedaddy share(?:bar|tools?|this|buttons?|links?|icons?) addthis\w* addtoany\w*
  social\w* follow(?:-?us)? newsletters? subscri(?:be|ption)s? sign-?up promo(?:s|tions?|box)? sponsor(?:ed|s)?
  advert\w* ads? ad-?(?:slot|unit|container|wrapper|box) banner cookies? gdpr consent popup modal overlay tooltip
  sidebar\w* side-?bar widgets? breadcrumbs? nav navbar navigation pagination pager menu footer masthead
  tags?(?=$|\s) tag-?(?:list|links|cloud) categories meta post-?meta entry-?meta byline
  author-?(?:bio|box|info|card|profile)? about-?author bio credits? copyright captions? wp-caption-text
  gallery-caption slideshow carousel toolbar tools print hidden hide d-none visually-?hidden sr-only
  screen-reader-text noprint skip-?link dateline timestamp rating cta
`)

/** Classes of the text itself, which count for more. */
const TEXT =
  /article-?body|entry-?content|post-?content|post-?body|story-?body|article-?content|main-?content/

/** Longer lists of classes are not looked through. */
const LONGEST_HINTS = 300

/** What the class and id of an element say. */
export interface Hints {
  /** In lower case, with borders where capitals stand. */
  text: string
  /** How much of the prose of a page what is called so may hold and still be left out. */
  doubt: number
}

const NO_HINTS: Hints = { text: '', doubt: 0 }

/** Returns what reads the hints of elements of a page: many have the same class, which is looked through once. */
export function createHintReader(html: HtmlDocument): (node: DocumentNode) => Hints {
  const read = oncePerKey(readHints)
  return node => {
    const name = html.attribute(node, 'class')
    const id = html.attribute(node, 'id')
    return name === null && id === null ? NO_HINTS : read(`${name ?? ''} ${id ?? ''}`)
  }
}

function readHints(words: string): Hints {
  const text = words
    .slice(0, LONGEST_HINTS)
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
  return { text, doubt: doubtByClass(text) }
}

const NAMES_OF_OTHERS: ReadonlySet<string> = new Set(['aside', 'nav'])

/** Whether an element says that it is about other pages, or is what readers of the page wrote. */
export const isOfOthers = (name: string, { text }: Hints): boolean =>
  NAMES_OF_OTHERS.has(name) || COMMENTS.test(text) || OTHERS.test(text)

const WHOLE_PAGE = new Set(['root', 'html', 'body', 'main'])

/** Markup says what it is for, with exceptions: some pages stand in one form, some are hidden until a script runs. */
const BY_MARKUP = 0.5
const BY_CLASS = 0.4
const OF_COMMENTS = 0.9

/** How much of the prose of a page an element may hold and still be left out with all in it; 0: it is kept. */
export function doubtOf(html: HtmlDocument, node: DocumentNode, name: string, hints: Hints): number {
  if (WHOLE_PAGE.has(name)) return 0
  const role = html.attribute(node, 'role')?.toLowerCase() ?? ''
  if (NAMES.has(name) || ROLES.has(role) || isHidden(html, node)) return BY_MARKUP
  return name === 'article' ? 0 : hints.doubt
}

function doubtByClass(hints: string): number {
  if (hints === '' || TEXT.test(hints)) return 0
  if (COMMENTS.test(hints)) return OF_COMMENTS
  return BESIDE.test(hints) ? BY_CLASS : 0
}

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

function isHidden(html: HtmlDocument, node: DocumentNode): boolean {
  if (html.attribute(node, 'hidden') !== null || html.attribute(node, 'aria-hidden') === 'true') return true
  const style = html.attribute(node, 'style')
  return style !== null && HIDDEN_STYLE.test(style)
}
