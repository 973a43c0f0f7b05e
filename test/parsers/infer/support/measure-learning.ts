import { compileParser } from '../../../../server/parsers/compile/compile-parser.ts'
import { type InferredParser, inferParser } from '../../../../server/parsers/infer/infer-parser.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../../server/parsers/run-parser.ts'
import { classesRenamed, type PageChange, visibleOnly, wrappersAndAds } from './page-changes.ts'
import type { TemplatePage, TemplateSite } from './template-pages.ts'

/** The outcome for a field of a page: its rule was right or wrong, it found nothing, or there is no rule. */
type FieldOutcome = 'right' | 'wrong' | 'nothing' | 'unlearned'

/** One field of one page. */
interface FieldResult {
  site: string
  page: number
  field: string
  wanted: Json
  found: Json
  outcome: FieldOutcome
}

/** How many pages of a site are examples, and whether only their visible text is kept. */
export interface Setting {
  examples: number
  visible: boolean
}

/** What was learned from a site, and what its rules read from its other pages. */
interface SiteMeasure {
  results: FieldResult[]
  /** How many of the fields that are read correctly still are after a change of the pages. */
  lasting: Record<'renamed' | 'wrapped', { before: number; after: number }>
  /** Milliseconds per example page. */
  ms: number
}

/** Learns from the first pages of a site and reads the others, both as they are and changed. Null when there are no others. */
export function measureSite(
  site: TemplateSite,
  { examples, visible }: Setting,
  seed: number,
): SiteMeasure | null {
  if (site.pages.length <= examples) return null
  const pages = site.pages.map(page => ({ ...page, html: visible ? visibleOnly(page.html) : page.html }))
  const startedAt = performance.now()
  const learned = inferParser(pages.slice(0, examples).map(exampleOf), 'items')
  const ms = (performance.now() - startedAt) / examples
  const others = pages.slice(examples)
  const read = (change: PageChange) =>
    others.flatMap((page, at) => resultsOf(site.name, { ...page, html: change(page.html) }, at, learned))
  const results = read(html => html)
  const lastingAfter = (change: PageChange) => {
    const changed = read(change)
    const right = results.flatMap(({ outcome }, at) => (outcome === 'right' ? [changed[at]!] : []))
    return { before: right.length, after: right.filter(({ outcome }) => outcome === 'right').length }
  }
  const lasting = {
    renamed: lastingAfter(classesRenamed(seed)),
    wrapped: lastingAfter(wrappersAndAds(seed)),
  }
  return { results, lasting, ms }
}

const exampleOf = ({ html, url, values }: TemplatePage) => ({ page: { text: html, url }, values, items: [] })

function resultsOf(
  site: string,
  { html, url, values }: TemplatePage,
  page: number,
  { schema, fields }: InferredParser,
): FieldResult[] {
  const data = schema ? (runParser(compileParser(schema), { text: html, url }).data as JsonObject) : {}
  const learnedFields = new Set(fields.filter(({ rule }) => rule !== null).map(({ name }) => name))
  return Object.entries(values).map(([field, wanted]) => {
    const found = data[field] ?? null
    const outcome = learnedFields.has(field) ? outcomeOf(found, wanted) : 'unlearned'
    return { site, page, field, wanted, found, outcome }
  })
}

function outcomeOf(found: Json, expected: Json): FieldOutcome {
  if (isEmpty(found) && !isEmpty(expected)) return 'nothing'
  return isAlike(found, expected) ? 'right' : 'wrong'
}

const isEmpty = (value: Json) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Ignores differences in white space, `&amp;` and hundredths. */
function isAlike(found: Json, expected: Json): boolean {
  if (Array.isArray(expected)) {
    const isList = Array.isArray(found) && found.length === expected.length
    return isList && found.every((item, at) => isAlike(item, expected[at]!))
  }
  if (typeof expected === 'number') return found !== null && Math.abs(Number(found) - expected) <= 0.01
  if (found !== null && typeof found === 'object') return false
  return plain(found) === plain(expected)
}

const plain = (value: Json) =>
  String(value)
    .replace(/&amp;/g, '&')
    .replace(/[\s\u200b]+/g, ' ')
    .trim()

/** Shares of the fields of several sites, from 0 to 1. */
export interface Shares extends Record<FieldOutcome, number> {
  fields: number
  renamed: number
  wrapped: number
  /** The mean time for a page, and the longest. */
  ms: number
  mostMs: number
}

export function sharesOf(measures: SiteMeasure[]): Shares {
  const results = measures.flatMap(one => one.results)
  const share = (outcome: FieldOutcome) =>
    results.filter(one => one.outcome === outcome).length / Math.max(1, results.length)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const lasting = (kind: keyof SiteMeasure['lasting']) =>
    sum(measures.map(one => one.lasting[kind].after)) /
    Math.max(1, sum(measures.map(one => one.lasting[kind].before)))
  return {
    fields: results.length,
    right: share('right'),
    wrong: share('wrong'),
    nothing: share('nothing'),
    unlearned: share('unlearned'),
    renamed: lasting('renamed'),
    wrapped: lasting('wrapped'),
    ms: sum(measures.map(({ ms }) => ms)) / Math.max(1, measures.length),
    mostMs: Math.max(0, ...measures.map(({ ms }) => ms)),
  }
}
