import { once, oncePerKey } from '../base/once.ts'
import type { HtmlDocument, HtmlEngine, Selector } from '../html/document.ts'
import { type Markup, startOf, textOf } from '../html/markup.ts'
import type { WorkBudget } from '../html/work.ts'
import { hideNoscript } from './html/open-noscript.ts'
import { openShadows } from './html/open-shadows.ts'
import { readMetas } from './html/read-metas.ts'
import { readMicrodata } from './html/read-microdata.ts'
import { readScript } from './html/read-scripts.ts'
import { createScriptReader, type ScriptReader } from './javascript/script-reader.ts'
import { parseLenient, parseWhole } from './json/lenient-json.ts'
import { isOfType, objectsById, readLinkedData, referenceIn, whyNoneOfType } from './json/linked-data.ts'
import { rowsOfText } from './json/rows-of-text.ts'
import { createNetwork, type Network, type NetworkAnswer } from './network.ts'
import type { Json, JsonObject } from './parser-schema.ts'
import { BASE_ELEMENTS, baseOf, partsOfUrl } from './values/read-url.ts'

/** A page as the sources read it. Each part is parsed once, when it is first needed. */
export interface PageView {
  /** Empty when the page is JSON. */
  html(): HtmlDocument
  /** The page as JSON: of a table its rows, of JSON lines a list. Undefined if the page is HTML. */
  json(): Json | undefined
  /** Parses a text of the page as JSON, such as an attribute; undefined if it is not JSON. */
  jsonIn(text: string): Json | undefined
  /** The contents of the meta elements of a name, in document order. */
  metas(name: string): string[]
  /** The linked data of a type, in document order. */
  linkedData(type: string): Json[]
  /** Resolves a reference in the linked data; returns any other value as it is. */
  linkedNode(value: Json | undefined): Json | undefined
  /** The microdata of a type, in document order. */
  microdata(type: string): Json[]
  /** Says why there is no linked data, or no microdata, of these types. */
  whyNoneOfType(kind: 'JSON-LD' | 'microdata', types: string[]): string
  /** The data in its scripts. */
  scripts(): ScriptReader
  /** What the scripts of the page fetched. */
  network(): Network
  /** The page as it was received. */
  text(): string
  /** The address of the page; undefined if unknown. */
  address: string | undefined
  /** The parts of the address; undefined if it is unknown. */
  url(): JsonObject | undefined
  /** The base of relative addresses: `<base href>` or the page's address; null if the page has neither. */
  base(): string | null
  /** Status and headers (names in lower case) of the response; undefined if the page did not come from a request. */
  answer: PageAnswer | undefined
  /** When the page was fetched or saved, in epoch milliseconds; undefined if unknown. */
  at: number | undefined
  /** Releases the parsed page, whose memory may then be used for the next one. Nothing may be read afterwards. */
  free(): void
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
}

/** A page as the caller passes it. */
export interface PageInput {
  text: Markup
  /** The content type of the response or the upload, by which tables and JSON lines are recognized. */
  contentType?: string | null
  url?: string
  answer?: PageAnswer
  /** What the scripts of the page fetched, if a browser recorded it. */
  network?: readonly NetworkAnswer[]
  at?: number
}

/** What the rules need to have opened, and the work that they may do. */
interface ViewOptions {
  opensShadows?: boolean
  intoNoscript?: WeakSet<Selector> | null
  work?: WorkBudget | undefined
}

/** How all JSON starts that is read: with an object or a list. Blank text also matches. */
const MAY_BE_JSON = /^[\uFEFF\s]*(?:[[{]|$)/

/** Creates the view of a page. It is HTML or XML, unless it is a table or the whole text is a JSON object or list. */
export function viewPage(
  { text, contentType, url, answer, network, at }: PageInput,
  engine: HtmlEngine,
  { opensShadows = false, intoNoscript = null, work }: ViewOptions = {},
): PageView {
  const pageText = once(() => textOf(text))
  const json = once(
    () =>
      rowsOfText(pageText, contentType) ??
      (MAY_BE_JSON.test(startOf(text, 1000)) ? parseWhole(pageText()) : undefined),
  )
  let parsed: HtmlDocument | undefined
  const html = once(() => {
    const markup = json() !== undefined ? '' : opensShadows ? openShadows(pageText()) : text
    parsed = engine.parse(markup, { work, opensNoscript: intoNoscript !== null })
    return intoNoscript ? hideNoscript(parsed, engine.compile('noscript'), intoNoscript) : parsed
  })
  const elements = (name: string) =>
    html().select(engine.compile(name), html().root, Number.POSITIVE_INFINITY)
  const metas = once(() => readMetas(html(), elements('meta')))
  const scripts = once(() => elements('script').map(script => readScript(html(), script)))
  const reader = once(() => createScriptReader(scripts()))
  const linkedData = once(() => readLinkedData(scripts(), reader().readScript))
  const byId = once(() => objectsById(linkedData().named))
  const microdata = once(() => readMicrodata(html()))
  return {
    html,
    json,
    jsonIn: oncePerKey(parseLenient),
    metas: name => metas().get(name.toLowerCase()) ?? [],
    linkedData: oncePerKey(type => linkedData().objects.filter(object => isOfType(object, type))),
    linkedNode(value) {
      const id = referenceIn(value)
      return id === null ? value : (byId().get(id) ?? value)
    },
    microdata: oncePerKey(type => microdata().filter(object => isOfType(object, type))),
    whyNoneOfType: (kind, types) =>
      whyNoneOfType(kind, types, kind === 'JSON-LD' ? linkedData() : { objects: microdata(), unread: [] }),
    scripts: reader,
    network: once(() => createNetwork(network ?? null)),
    text: pageText,
    address: url,
    url: once(() => (url === undefined ? undefined : partsOfUrl(url))),
    base: once(() => baseOf(elements(BASE_ELEMENTS).map(base => html().attribute(base, 'href')!)[0], url)),
    answer,
    at,
    free: () => parsed?.free?.(),
  }
}

/** Returns the reason, or says that the page has no HTML at all. */
export function whyMissing(page: PageView, reason: string): string {
  return page.json() === undefined ? reason : 'the page is JSON, not HTML'
}

/** Browsers put a tbody around the rows of a table, and so does Winnow. Tools that do not are common. */
const ROW_OF_TABLE = /\btable(?:\[[^\]]*\]|[.#:][\w-]+(?:\([^)]*\))?)*\s*[>/]\s*tr\b/i

/** Returns the reason for a path that leads to nothing. */
export const nothingAt = (kind: 'element' | 'node', path: string): string =>
  `no ${kind} matches ${JSON.stringify(path)}${ROW_OF_TABLE.test(path) ? '; in HTML, the rows of a table are in its tbody' : ''}`
