import { once, oncePerKey } from '../base/once.ts'
import type { HtmlDocument, HtmlEngine, Selector } from '../html/document.ts'
import { type Markup, startOf, textOf } from '../html/markup.ts'
import type { Work } from '../html/work.ts'
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
import { baseOf, partsOfUrl } from './values/read-url.ts'

/** A page as sources ask for it. Each part is read at the first question, and once. */
export interface PageView {
  /** Empty when the page is JSON. */
  html(): HtmlDocument
  /** Undefined unless the page is JSON; of a table its rows, of lines of JSON a list. */
  json(): Json | undefined
  /** The JSON that a text of it is, such as an attribute; undefined where it is none. */
  jsonIn(text: string): Json | undefined
  /** The contents of the meta elements of a name, in document order. */
  metas(name: string): string[]
  /** The linked data of a type, in document order. */
  linkedData(type: string): Json[]
  /** What a reference in its linked data stands for; any other value is itself. */
  linkedNode(value: Json | undefined): Json | undefined
  /** The microdata of a type, in document order. */
  microdata(type: string): Json[]
  /** Why no linked data, or no microdata, is of any of these types. */
  whyNoneOfType(kind: 'JSON-LD' | 'microdata', types: string[]): string
  /** The data in its scripts. */
  scripts(): ScriptReader
  /** What its scripts fetched. */
  network(): Network
  /** The page as it came. */
  text(): string
  /** Where it is from; undefined where that is unknown. */
  address: string | undefined
  /** The parts of its address; undefined where that is unknown. */
  url(): JsonObject | undefined
  /** What relative addresses are relative to: `<base href>` or the page's address; null where there is neither. */
  base(): string | null
  /** Status and headers of the answer that brought it, these in lower case; undefined where none did. */
  answer: PageAnswer | undefined
  /** When the page was fetched or saved, in milliseconds; undefined where that is unknown. */
  at: number | undefined
  /** Says that nobody reads it any more: its memory may be used for the next page. */
  free(): void
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
}

/** A page as it is handed in. */
export interface PageInput {
  text: Markup
  /** As its answer or its upload says; tables and lines of JSON are recognized by it. */
  contentType?: string | null
  url?: string
  answer?: PageAnswer
  /** What its scripts fetched, where a browser saw that. */
  network?: readonly NetworkAnswer[]
  at?: number
}

/** What rules open to look into. */
interface ViewOptions {
  opensShadows?: boolean
  intoNoscript?: WeakSet<Selector> | null
  work?: Work | undefined
}

/** What all JSON that is read starts like. */
const MAY_BE_JSON = /^[\uFEFF\s]*(?:[[{]|$)/

/** Looks at the text of a page: HTML or XML, unless it is a table or all of it is one JSON object or list. */
export function viewPage(
  { text, contentType, url, answer, network, at }: PageInput,
  engine: HtmlEngine,
  { opensShadows = false, intoNoscript = null, work }: ViewOptions = {},
): PageView {
  const whole = once(() => textOf(text))
  const json = once(
    () =>
      rowsOfText(whole, contentType) ??
      (MAY_BE_JSON.test(startOf(text, 1000)) ? parseWhole(whole()) : undefined),
  )
  let parsed: HtmlDocument | undefined
  const html = once(() => {
    const markup = json() !== undefined ? '' : opensShadows ? openShadows(whole()) : text
    parsed = engine.parse(markup, { work, opensNoscript: intoNoscript !== null })
    return intoNoscript ? hideNoscript(parsed, engine.compile('noscript'), intoNoscript) : parsed
  })
  const elements = (name: string) =>
    html().select(engine.compile(name), html().root, Number.POSITIVE_INFINITY)
  const metas = once(() => readMetas(html(), elements('meta')))
  const scripts = once(() => elements('script').map(script => readScript(html(), script)))
  const reader = once(() => createScriptReader(scripts()))
  const linkedData = once(() => readLinkedData(scripts(), reader().readScript))
  const byId = once(() => objectsById(linkedData().objects))
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
    text: whole,
    address: url,
    url: once(() => (url === undefined ? undefined : partsOfUrl(url))),
    base: once(() => baseOf(elements('base[href]').map(base => html().attribute(base, 'href')!)[0], url)),
    answer,
    at,
    free: () => parsed?.free?.(),
  }
}

/** Why nothing was found, unless it is because the page has no HTML at all. */
export function whyMissing(page: PageView, reason: string): string {
  return page.json() === undefined ? reason : 'the page is JSON, not HTML'
}
