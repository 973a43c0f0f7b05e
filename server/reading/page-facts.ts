import type { HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { readText } from '../parsers/html/read-text.ts'
import type { PageView } from '../parsers/page-view.ts'
import type { Json } from '../parsers/parser-schema.ts'
import { readDate } from '../parsers/values/dates/read-date.ts'
import { readUrl } from '../parsers/values/read-url.ts'

/** What a page says of itself; null where it does not. */
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

/** Types of linked data that are about the text of a page. */
const TEXTS = [
  'Article',
  'NewsArticle',
  'BlogPosting',
  'Report',
  'TechArticle',
  'OpinionNewsArticle',
  'WebPage',
]

const LONGEST = 2_000

type Entity = { [name: string]: Json }

/** Reads meta elements, linked data, and the elements that name these facts. */
export function readFacts(page: PageView): PageFacts {
  const html = page.html()
  const texts = TEXTS.flatMap(type => page.linkedData(type)).filter(isEntity)
  const meta = (...names: string[]) => names.flatMap(name => page.metas(name))
  const linked = (name: string) => texts.map(entity => entity[name] ?? null)
  const text = (css: string) => elementsOf(html, css).map(node => readText(html, node))
  const attribute = (css: string, name: string) =>
    elementsOf(html, css).map(node => html.attribute(node, name))
  return {
    title: first(
      inTurn(
        () => linked('headline'),
        () => meta('og:title', 'twitter:title'),
        () => text('h1'),
        () => text('title'),
      ),
    ),
    description: first(
      inTurn(
        () => meta('og:description', 'description', 'twitter:description'),
        () => linked('description'),
      ),
    ),
    author: first(
      inTurn(
        () => linked('author').map(namesOf),
        () => meta(...AUTHORS).filter(isNoAddress),
        () => text('[itemprop="author"] [itemprop="name"], [rel~="author"], [itemprop="author"]'),
      ),
    ),
    site: first(
      inTurn(
        () => meta('og:site_name', 'application-name'),
        () => linked('publisher').map(namesOf),
      ),
    ),
    published_at: firstDate(
      inTurn(
        () => linked('datePublished'),
        () => meta(...DATES),
        () => attribute('time[itemprop="datePublished"], time[pubdate], article time, time', 'datetime'),
      ),
    ),
    language: first(
      inTurn(
        () => attribute('html', 'lang'),
        () => meta('content-language', 'og:locale'),
        () => linked('inLanguage'),
      ),
    ),
    image: firstAddress(
      inTurn(
        () => meta('og:image', 'twitter:image'),
        () => linked('image').map(addressOf),
      ),
      page.base(),
    ),
  }
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

/** Values of sources, each of which is asked once those before it have nothing more: some look through all of the page. */
function* inTurn(...sources: (() => (Json | undefined)[])[]): Generator<Json | undefined> {
  for (const source of sources) yield* source()
}

const isEntity = (value: Json): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Elements of a kind that are looked at: what a page says of itself stands near its start. */
const MOST_ELEMENTS = 3

const elementsOf = (html: HtmlDocument, css: string) =>
  html.select(fastEngine.compile(css), html.root, MOST_ELEMENTS)

function first(values: Iterable<Json | undefined>): string | null {
  for (const value of values) {
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
    if (text !== '') return text.slice(0, LONGEST)
  }
  return null
}

/** The names of a person, an organization, or several. */
function namesOf(value: Json): string | null {
  const names = [value].flat().map(one => (isEntity(one) ? first([one.name ?? null]) : first([one])))
  return names.filter(name => name !== null && isNoAddress(name)).join(', ') || null
}

const isNoAddress = (text: string) => !/^https?:/.test(text)

function addressOf(value: Json): Json {
  const [one = null] = [value].flat()
  return isEntity(one) ? (one.url ?? null) : one
}

function firstAddress(values: Iterable<Json | undefined>, base: string | null): string | null {
  for (const value of values) {
    const url = readUrl(value ?? null, base).value
    if (typeof url === 'string') return url
  }
  return null
}

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** Days that each month has. */
const DAYS = '0[1-9]|1\\d|2[0-8]'

/** `Tue Nov 19 2019 03:05:46 GMT+0000`, which is read without what languages say of dates: that takes long to load. */
const BY_PROGRAM = new RegExp(
  `^[A-Z][a-z]{2},? (?:(?:${MONTHS}) (?:${DAYS})|(?:${DAYS}) (?:${MONTHS})) [12]\\d{3} (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d (?:UTC|GMT(?:[+-][01]\\d[0-5]\\d)?)$`,
)

/** A moment, or a day where the page says no time. */
function firstDate(values: Iterable<Json | undefined>): string | null {
  for (const value of values) {
    if (typeof value !== 'string') continue
    if (BY_PROGRAM.test(value)) return new Date(value).toISOString().replace('.000', '')
    const date = readDate(value, true, {}, undefined).value ?? readDate(value, false, {}, undefined).value
    if (typeof date === 'string') return date
  }
  return null
}
