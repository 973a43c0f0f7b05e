import { decodeHTMLStrict } from 'entities/decode'
import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { isInAny } from '../html/walk-nodes.ts'
import { leadsNowhere } from '../parsers/html/image-addresses.ts'
import { readText } from '../parsers/html/read-text.ts'
import type { PageView } from '../parsers/page-view.ts'
import type { Json } from '../parsers/parser-schema.ts'
import { readDate } from '../parsers/values/dates/read-date.ts'
import { readUrl } from '../parsers/values/read-url.ts'
import { authorName, introducedName } from './author-name.ts'
import { createOwnContentTest } from './own-places.ts'

/** Metadata of a page; null for what the page does not say. */
export interface PageFacts {
  title: string | null
  description: string | null
  author: string | null
  site: string | null
  published_at: string | null
  language: string | null
  image: string | null
}

export const NO_FACTS: PageFacts = {
  title: null,
  description: null,
  author: null,
  site: null,
  published_at: null,
  language: null,
  image: null,
}

/** Linked data types that describe the text of a page, the page as a whole last. */
const TEXT_TYPES = [
  ...['Article', 'NewsArticle', 'BlogPosting', 'Report', 'TechArticle', 'OpinionNewsArticle'],
  ...['AnalysisNewsArticle', 'AskPublicNewsArticle', 'BackgroundNewsArticle', 'ReportageNewsArticle'],
  ...['ReviewNewsArticle', 'AdvertiserContentArticle', 'SatiricalArticle', 'ScholarlyArticle'],
  ...['MedicalScholarlyArticle', 'APIReference', 'SocialMediaPosting', 'DiscussionForumPosting'],
  ...['LiveBlogPosting', 'WebPage'],
]

/** Linked data types of what a page may be about. They count where nothing says it about the text itself. */
const SUBJECT_TYPES = ['Recipe', 'HowTo']

/** The title of the page, as opposed to those of its drawings. */
export const PAGE_TITLE = 'title:not(svg title)'

/** A link of a heading to itself. */
const PERMALINK = /\s*[¶🔗\u200b]$/u

const MAX_TEXT_LENGTH = 2_000

type Entity = { [name: string]: Json }

/**
 * Reads meta elements, linked data and marked-up elements. Author and date are not taken from comments and teasers. `main`
 * returns the element with the main text.
 */
export function readFacts(page: PageView, main: () => DocumentNode): PageFacts {
  const html = page.html()
  const others = once(() => otherTexts(page.linkedData('*')))
  const ofTypes = (types: string[]) =>
    types
      .flatMap(type => page.linkedData(type))
      .filter(one => isEntity(one) && !others().has(one)) as Entity[]
  const texts = ofTypes(TEXT_TYPES)
  const subjects = once(() => ofTypes(SUBJECT_TYPES))
  const meta = (...names: string[]) => names.flatMap(name => page.metas(name))
  const valuesOf = (entities: Entity[], name: string) => entities.map(entity => resolve(entity[name] ?? null))
  const resolve = (value: Json): Json =>
    Array.isArray(value) ? value.map(one => page.linkedNode(one) ?? null) : (page.linkedNode(value) ?? null)
  const linkedValues = (name: string) => valuesOf(texts, name)
  const subjectValues = (name: string) => valuesOf(subjects(), name)
  const linkedText = (name: string) => linkedValues(name).map(decodeEntities)
  const metaText = (...names: string[]) => meta(...names).map(text => decodeHTMLStrict(text))
  const isOwn = once(() => createOwnContentTest(html, main()))
  const ownElements = (css: string) => elementsOf(html, css, MAX_CANDIDATES).filter(node => isOwn()(node))
  const text = (css: string) => elementsOf(html, css).map(node => readText(html, node))
  const timeOf = (node: DocumentNode) => html.attribute(node, 'datetime')
  const attribute = (css: string, name: string) =>
    elementsOf(html, css).map(node => html.attribute(node, name))
  const language = firstText(
    inTurn(
      () => attribute('html', 'lang').map(languageTag),
      () => meta('content-language', 'og:locale').map(languageTag),
      () => linkedValues('inLanguage').map(languageTag),
    ),
  )
  const nameIn = (byline: string) => authorName(byline, language)
  return {
    title: firstText(
      inTurn(
        () => linkedText('headline'),
        () => metaText('og:title', 'twitter:title'),
        () => text('h1').map(title => title.replace(PERMALINK, '')),
        () => text(PAGE_TITLE),
      ),
    ),
    description: firstText(
      inTurn(
        () => metaText('og:description', 'description', 'twitter:description'),
        () => linkedText('description'),
        () => subjectValues('description').map(decodeEntities),
      ),
    ),
    author: firstText(
      inTurn(
        () => linkedValues('author').map(value => namesOf(value, nameIn)),
        () => metaText(...AUTHORS).map(nameIn),
        () => subjectValues('author').map(value => namesOf(value, nameIn)),
        () =>
          ownElements('[itemprop="author"] [itemprop="name"], [rel~="author"], [itemprop="author"]').map(
            node => nameIn(readText(html, node)),
          ),
        () => [visibleByline(html, ownElements(BYLINES), language)],
      ),
    ),
    site: firstText(
      inTurn(
        () => metaText('og:site_name', 'application-name'),
        () =>
          linkedValues('publisher').map(value => namesOf(value, name => (isNoAddress(name) ? name : null))),
      ),
    ),
    published_at: firstDate(
      inTurn(
        () => linkedValues('datePublished'),
        () => meta(...DATES),
        () => subjectValues('datePublished'),
        () => ownElements('time[itemprop="datePublished"], time[pubdate]').map(timeOf),
        () => ownElements('time').map(timeOf),
      ),
    ),
    language,
    image: firstAddress(
      inTurn(
        () => metaText('og:image', 'twitter:image'),
        () =>
          [...linkedValues('image'), ...subjectValues('image')].map(value =>
            decodeEntities(addressOf(value)),
          ),
      ),
      page.base(),
    ),
  }
}

const BYLINES = '[class*="byline" i], [class*="author" i], [class*="autor" i]'

/** Returns the name in the innermost of the first elements that begin like a byline. */
function visibleByline(html: HtmlDocument, elements: DocumentNode[], language: string | null): string | null {
  let found: { node: DocumentNode; name: string } | null = null
  for (const node of elements) {
    const name = introducedName(readText(html, node), language)
    if (name === null) continue
    if (found !== null && !isInAny(html, node, new Set([found.node]))) break
    found = { node, name }
  }
  return found?.name ?? null
}

const AUTHORS = ['author', 'article:author', 'parsely-author', 'sailthru.author', 'dc.creator']
const DATES = [
  'article:published_time',
  'datePublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'parsely-pub-date',
]

/**
 * Yields the values of the sources in order. A source is read only if the earlier ones are exhausted, since some sources
 * search the whole page.
 */
function* inTurn(...sources: (() => (Json | undefined)[])[]): Generator<Json | undefined> {
  for (const source of sources) yield* source()
}

/** Properties that lead from a text or a list to other texts, such as the posts of a blog. */
const TO_OTHERS =
  'liveBlogUpdate blogPost blogPosts itemListElement mentions citation isBasedOn comment'.split(' ')

/** Returns the objects that linked data describes as other texts. A loop, not a recursion, since JSON may nest to any depth. */
function otherTexts(objects: Json[]): ReadonlySet<Json> {
  const others = new Set<Json>()
  const stack = objects.flatMap(object => (isEntity(object) ? TO_OTHERS.map(name => object[name]) : []))
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null || others.has(value)) continue
    others.add(value)
    for (const inner of Object.values(value)) stack.push(inner)
  }
  return others
}

const isEntity = (value: Json): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maximum number of elements to examine for a fact: metadata is near the start of a page. */
const MAX_ELEMENTS = 3

/** Maximum number of elements to examine for facts that comments and teasers may have too. */
const MAX_CANDIDATES = 50

const elementsOf = (html: HtmlDocument, css: string, limit = MAX_ELEMENTS) =>
  html.select(fastEngine.compile(css), html.root, limit)

/** A text that is only a place in a template, which no script filled in. */
const TEMPLATE_TEXT = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|%%\w+%%)$/

function firstText(values: Iterable<Json | undefined>): string | null {
  for (const value of values) {
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
    if (text !== '' && !TEMPLATE_TEXT.test(text)) return text.slice(0, MAX_TEXT_LENGTH)
  }
  return null
}

/** Linked data often has HTML entities in its texts, and meta elements have some that were escaped twice. */
const decodeEntities = (value: Json): Json => (typeof value === 'string' ? decodeHTMLStrict(value) : value)

/** Returns the names of a person, an organisation, or several of them. */
function namesOf(value: Json, nameIn: (text: string) => string | null): string | null {
  const texts = [value]
    .flat()
    .map(one => firstText([decodeEntities(isEntity(one) ? (one.name ?? null) : one)]))
  return texts.flatMap(text => (text === null ? [] : (nameIn(text) ?? []))).join(', ') || null
}

/** The form of a language, as in `de-AT` and `zh_Hant_TW`. Some templates leave a placeholder in its place. */
const LANGUAGE = /^\s*[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,5}\s*$/i

const languageTag = (value: Json): Json => (typeof value === 'string' && LANGUAGE.test(value) ? value : null)

const isNoAddress = (text: string) => !/^https?:/.test(text)

function addressOf(value: Json): Json {
  const [one = null] = [value].flat()
  return isEntity(one) ? (one.url ?? null) : one
}

function firstAddress(values: Iterable<Json | undefined>, base: string | null): string | null {
  for (const value of values) {
    if (typeof value === 'string' && leadsNowhere(value)) continue
    const url = readUrl(value ?? null, base).value
    if (typeof url === 'string') return url
  }
  return null
}

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** Days 01 to 28, which every month has. */
const DAYS = '0[1-9]|1\\d|2[0-8]'

/** Dates such as `Tue Nov 19 2019 03:05:46 GMT+0000`. They are parsed without locale data, which takes long to load. */
const PROGRAM_DATE = new RegExp(
  `^[A-Z][a-z]{2},? (?:(?:${MONTHS}) (?:${DAYS})|(?:${DAYS}) (?:${MONTHS})) [12]\\d{3} (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d (?:UTC|GMT(?:[+-][01]\\d[0-5]\\d)?)$`,
)

/** Dates that programs write for an unknown date: year 0 and the Unix epoch. */
const NO_DATE = /^(?:0|1970-01-01T00:00:00Z$)/

/** Returns the first valid date: an instant, or a day if the page gives no time. */
function firstDate(values: Iterable<Json | undefined>): string | null {
  for (const value of values) {
    if (typeof value !== 'string') continue
    if (PROGRAM_DATE.test(value)) return new Date(value).toISOString().replace('.000', '')
    const date = readDate(value, true, {}, undefined).value ?? readDate(value, false, {}, undefined).value
    if (typeof date === 'string' && !NO_DATE.test(date)) return date
  }
  return null
}
