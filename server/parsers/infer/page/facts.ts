import { decodeHTML } from 'entities/decode'
import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { readScript } from '../../html/read-scripts.ts'
import { formatStep, parsePath } from '../../json/json-path.ts'
import type { PageView } from '../../page-view.ts'
import type { Json, JsonObject, RuleObject } from '../../parser-schema.ts'
import { anchorsOf } from '../rules/anchors.ts'
import { attributesAmong } from './nodes.ts'

/** A value in the structured data of a page, with the rule that reads it. */
export interface Fact {
  rule: RuleObject
  /** A text, number or boolean, or a list of them. */
  value: Json
  score: number
  why: string
  /** The type of the linked data that contains it. */
  entity?: string
  /** Whether the page writes entities such as `&#39;` into its data, even if not into this value. */
  isEncoded?: boolean
}

/** The maximum number of facts; shallow ones come first. */
const MAX_FACTS = 30_000
const MAX_DEPTH = 12
const MAX_ITEMS = 20
const MAX_NAMES = 60
const ASSIGNED = /(?:^|[;\s.{(])([A-Za-z_$][\w$]{2,})(?:["']\])?\s*=\s*(?=[{[]|JSON\s*\.\s*parse\s*\()/g

const LINKED_DATA = 'application/ld+json'

type RuleFactory = (path: string) => RuleObject

/** Returns all facts of a page: its linked data, the JSON in its scripts, its meta elements, its microdata. */
export function factsOf(page: PageView, elements: DocumentNode[]): Fact[] {
  const facts = [
    ...metaFacts(page, elements),
    ...linkedFacts(page, elements),
    ...stateFacts(page, elements),
    ...streamedFacts(page, elements),
    ...attributeFacts(page, elements),
  ]
  return facts.slice(0, MAX_FACTS)
}

function metaFacts(page: PageView, elements: DocumentNode[]): Fact[] {
  const html = page.html()
  const metas = elements.filter(node => html.elementName(node) === 'meta')
  const names = metas.map(
    node =>
      html.attribute(node, 'property') ?? html.attribute(node, 'name') ?? html.attribute(node, 'itemprop'),
  )
  return [...new Set(names.filter(name => name !== null && name !== ''))].flatMap(name =>
    page.metas(name!).map((value, index) => ({
      rule: { meta: name!, ...(index > 0 && { pick: index }) },
      value,
      score: index > 0 ? 0.5 : 0.88,
      why: 'a meta element says it',
    })),
  )
}

const scriptsOf = (page: PageView, elements: DocumentNode[]) => {
  const html = page.html()
  return elements.filter(node => html.elementName(node) === 'script').map(node => readScript(html, node))
}

/** Types about the site and the position of the page in it. The subject of the page has another type. */
const SITE_TYPES =
  /^(?:BreadcrumbList|ListItem|WebSite|WebPage|CollectionPage|Organization|Corporation|NewsMediaOrganization|SearchAction|SiteNavigationElement|WPHeader|WPFooter|Comment|ImageObject)$/
const BEST = 0.97
const BEST_AROUND = 0.66

function linkedFacts(page: PageView, elements: DocumentNode[]): Fact[] {
  const isEncoded = scriptsOf(page, elements).some(
    ({ type, text }) => type === LINKED_DATA && /&(?:#\d+|amp|quot|nbsp);/.test(text),
  )
  return (page.linkedData('*') as JsonObject[]).flatMap(object => {
    const type = [object['@type']].flat().find(name => typeof name === 'string')
    if (type === undefined) return []
    const best = SITE_TYPES.test(type) ? BEST_AROUND : BEST
    const facts = walk(object, path => ({ jsonld: type, path }), best, 'linked data of the page says it')
    return facts.map(fact => ({ ...fact, entity: type, isEncoded }))
  })
}

function stateFacts(page: PageView, elements: DocumentNode[]): Fact[] {
  const scripts = scriptsOf(page, elements).filter(({ type }) => type !== LINKED_DATA)
  const ids = scripts.filter(({ id, text }) => id && /^\s*[[{]/.test(text)).map(({ id }) => id!)
  const variables = scripts.flatMap(({ text }) => [...text.matchAll(ASSIGNED)].map(match => match[1]!))
  const names = [...new Set([...ids, ...variables])].slice(0, MAX_NAMES)
  return names.flatMap(name => {
    const [value] = page.scripts().valuesOf(name)
    const make: RuleFactory = path => ({ script: name, path })
    return value === undefined ? [] : walk(value, make, 0.88, 'data in a script of the page says it')
  })
}

/**
 * Returns the data that a server streams to its page, in rows whose ids differ on each page, and deep inside its
 * structures.
 */
function streamedFacts(page: PageView, elements: DocumentNode[]): Fact[] {
  if (!scriptsOf(page, elements).some(({ text }) => text.includes(STREAM))) return []
  const rows = page.scripts().valuesOf(STREAM).find(isObject)
  const make: RuleFactory = path => ({ script: STREAM, path: atAnyDepth(path) })
  const why = 'data in a script of the page says it'
  return rows === undefined ? [] : walk(rows, make, 0.82, why, MAX_STREAMED_DEPTH)
}

const STREAM = '__next_f'
const MAX_STREAMED_DEPTH = 60
const NAMED_STEPS = 2

/** Reduces a path to its last two keys and the steps after them, found at any depth. */
function atAnyDepth(path: string): string {
  const steps = parsePath(path) ?? []
  const keys = steps.flatMap((step, at) => (typeof step === 'string' ? [at] : []))
  const [first, ...rest] = steps.slice(keys.at(-NAMED_STEPS) ?? 0)
  if (typeof first !== 'string') return path
  return [{ keys: [first], isDeep: true }, ...rest].map(formatStep).join('')
}

const MAX_ATTRIBUTES = 60
const NO_DATA = /^(?:style|class|on\w+|srcset|sizes|href|src)$/

/** Returns the JSON in attributes, by which pages pass data to scripts: `data-props="{…}"`. */
function attributeFacts(page: PageView, elements: DocumentNode[]): Fact[] {
  const html = page.html()
  const named = elements.flatMap(node =>
    attributesAmong(html, node)
      .filter(name => !NO_DATA.test(name) && /^\s*(?:\{\s*"|\[\s*[[{"])/.test(html.attribute(node, name)!))
      .map(name => ({ node, name })),
  )
  const counts = Map.groupBy(named, ({ name }) => name)
  return named.slice(0, MAX_ATTRIBUTES).flatMap(({ node, name }) => {
    const value = page.jsonIn(html.attribute(node, name)!)
    const css = selectorOf(html, node, name, counts.get(name)!.length)
    if (value === undefined || css === null) return []
    return walk(value, path => ({ css: `${css}@${name}`, path }), 0.86, 'data in an attribute says it')
  })
}

/** Returns a selector by an id or another name of the element, or else by the attribute itself. */
function selectorOf(html: HtmlDocument, node: DocumentNode, name: string, count: number): string | null {
  const present = /^[\w-]+$/.test(name) ? `[${name}]` : null
  const [named] = anchorsOf(html, node).filter(
    ({ css, sturdy }) => sturdy >= MIN_STURDY && css !== present && !css.startsWith(`[${name}=`),
  )
  const isClass = named?.css.startsWith('.') || named?.css.startsWith('[class')
  return named && !(isClass && count === 1 && present) ? named.css : present
}

const MIN_STURDY = 0.7

interface JsonNode {
  value: Json
  path: string
  depth: number
}

/**
 * Returns every value below a root with its path, the shallow ones first. A loop, not a recursion, since JSON may nest to
 * any depth.
 */
function walk(root: Json, make: RuleFactory, best: number, why: string, deepest = MAX_DEPTH): Fact[] {
  const facts: Fact[] = []
  const queue: JsonNode[] = [{ value: root, path: '', depth: 0 }]
  for (let at = 0; at < queue.length && facts.length < MAX_FACTS; at++) {
    const { value, path, depth } = queue[at]!
    const score = best - 0.012 * depth - (/\[\d+\]/.test(path) ? 0.06 : 0)
    const isList = isScalarList(value)
    if (isScalar(value) || isList) facts.push({ rule: make(path), value, score, why })
    if (isScalar(value) || path.includes('[*]')) continue
    if (depth < deepest && queue.length < MAX_FACTS) queue.push(...childNodes(value, path, depth + 1))
  }
  return facts
}

const isScalar = (value: Json) => value !== null && typeof value !== 'object' && value !== ''

const isScalarList = (value: Json) => Array.isArray(value) && value.length > 0 && value.every(isScalar)

function childNodes(value: Json, path: string, depth: number): JsonNode[] {
  if (value === null || typeof value !== 'object') return []
  if (!Array.isArray(value))
    return keysOf(value).map(key => ({ value: value[key]!, path: path + formatKey(key, path), depth }))
  const items = value
    .slice(0, MAX_ITEMS)
    .map((item, index) => ({ value: item, path: `${path}[${index}]`, depth }))
  return [...items, ...columnsOf(value, `${path}[*]`).map(column => ({ ...column, depth }))]
}

const MAX_NESTED = 3

/** Returns what the objects of a list have under each key, as lists. Nested lists are flattened. */
function columnsOf(items: Json[], path: string, level = 1): { path: string; value: Json[] }[] {
  const objects = items.filter(isObject)
  if (objects.length === 0 || objects.length < items.length) return []
  return keysOf(objects[0]!).flatMap(key => {
    const values = objects.map(object => object[key] ?? null)
    const below = path + formatKey(key, '[')
    if (values.every(isScalar)) return [{ path: below, value: values }]
    const inner = values.every(value => Array.isArray(value)) ? (values.flat() as Json[]) : []
    return level < MAX_NESTED && inner.length > 0 ? columnsOf(inner, `${below}[*]`, level + 1) : []
  })
}

const isObject = (value: Json): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const keysOf = (object: JsonObject) => Object.keys(object).filter(key => !key.startsWith('@'))

/** Writes a key as the next step of a path. */
function formatKey(key: string, path: string): string {
  const spelled = formatStep(key)
  return path === '' ? spelled.replace(/^\./, '') : spelled
}

/** Decodes entities, which some pages write into their data as in markup: `salt &amp; pepper`. */
export const decodedOf = (value: Json): Json =>
  typeof value === 'string' && /&#?\w{2,8};/.test(value) ? decodeHTML(value) : value
