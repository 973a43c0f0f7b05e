import { SEND_SAVED_PAGE } from '../base/error-hints.ts'
import { AppError } from '../base/errors.ts'
import type { HtmlEngine } from '../html/document.ts'
import type { WorkBudget } from '../html/work.ts'
import type {
  CompiledExpectation,
  CompiledKind,
  CompiledPage,
  CompiledParser,
} from './compile/compiled-parser.ts'
import { evaluateFields, findsAnything, recordLink, WHOLE_PAGE } from './evaluation/evaluate.ts'
import { createEvaluation, type Evaluation } from './evaluation/evaluation.ts'
import { createRecord, type UnnumberedTrace } from './evaluation/run-record.ts'
import { numberElements } from './number-elements.ts'
import { type PageInput, type PageView, viewPage } from './page-view.ts'
import { nextAddress } from './paging/next-address.ts'
import type { FieldTrace, ParseResult } from './parse-result.ts'
import type { Json } from './parser-schema.ts'

interface RunOptions {
  trace?: boolean
  /**
   * Returns an error of the parse, such as a missing required field, as `fault` of the result instead of throwing it. What
   * was recorded until then can then be read.
   */
  reportError?: boolean | undefined
  /** A selector whose presence is reported as `expected`. */
  expects?: string | undefined
  clock?: () => number
  /** The work that may be done with the page. */
  work?: WorkBudget | undefined
  /** The maximum size of the answer, in characters of JSON. */
  most?: number | undefined
  /** For a page behind a link: which part of the schema reads it, and the path of the object that gets its fields. */
  detail?: { page: string; at: string } | undefined
  /**
   * For a page that continues a list: how many items the list has so far. Of such a page, only the list is taken, so it need
   * not have what the schema requires of the first one.
   */
  from?: number | undefined
}

/**
 * Reads a page with a parser. Pure. A value that is missing or has the wrong type becomes null, with a reason. Throws
 * AppError: `required_missing`, with the data path of the field, if the parser requires a missing value; `blocked` if the
 * page has what it must not have; `extraction_failed` if the page is of no kind that the parser reads.
 */
export function runParser(parser: CompiledParser, page: PageInput, options: RunOptions = {}): ParseResult {
  try {
    return readWith(parser, page, options)
  } catch (error) {
    if (error instanceof RangeError) throw boundsError(error)
    throw error
  }
}

/**
 * JavaScript limits the length of texts and lists and the depth of calls; a page and its rules can exceed these together.
 */
const boundsError = (cause: RangeError) =>
  new AppError('extraction_failed', 'A rule produces something that is too large or too deep.', {
    hint: 'Look for rules that repeat a text many times, such as `template` and `replace`, or that nest deeply.',
    cause,
  })

function readWith(parser: CompiledParser, page: PageInput, options: RunOptions): ParseResult {
  const { opensShadows, intoNoscript } = parser
  const view = viewPage(page, parser.engine, { opensShadows, intoNoscript, work: options.work })
  try {
    return readView(parser, view, options)
  } finally {
    view.free()
  }
}

function readView(parser: CompiledParser, view: PageView, options: RunOptions): ParseResult {
  const { trace = false, expects, clock, detail } = options
  const run = createEvaluation(view, createRecord(trace, [], clock), options)
  const kind = detail ? null : kindOf(parser.kinds, run)
  const part = kind ?? parser.followed.get(detail!.page)!
  checkExpectation(part.expect, run)
  run.record = createRecord(trace, part.keys, clock)
  const next = kind?.next && nextAddress(kind.next, run)
  run.paging.isPart = next !== undefined || options.from !== undefined
  const read = () => ({ data: readData(part, detail?.at ?? '', run) })
  const { data, fault }: Part = options.reportError ? catchFault(read) : read()
  const { nulls, fills, links, wrongLists, size, trace: recordedTrace } = run.record
  const result: ParseResult = {
    data,
    nulls,
    fields: Object.fromEntries(fills),
    kind: kind ? parser.kinds.indexOf(kind) : 0,
    size,
    ...(recordedTrace && { trace: numberTrace(recordedTrace, run.page, parser.engine) }),
    ...(fault && { fault }),
    ...(links.length > 0 && { links }),
    ...(wrongLists && { wrongLists }),
    ...(next && { next }),
    ...(next && run.paging.leftOut && { leftOut: keyOfItems(run.paging.leftOut) }),
    ...(expects && { expected: matchesSelector(run.page, expects, parser) }),
  }
  if (!kind?.endList || options.from !== undefined) return result
  const whole = () => kind.endList!(result)
  if (!options.reportError) return whole()
  const ended = catchFault(whole)
  return ended.fault ? { ...result, ...ended } : (ended as ParseResult)
}

/** Characters of the items that a key keeps: with the length, they tell apart all pages but those of a list that repeats. */
const MAX_KEY = 1_000

function keyOfItems(items: Json[]): string {
  const text = JSON.stringify(items)
  return `${text.length} ${text.slice(0, MAX_KEY)}`
}

type Part = Pick<ParseResult, 'data' | 'fault'>

function catchFault(read: () => Part): Part {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, facts } = error
    return { data: {}, fault: { code, message, ...(facts.field !== undefined && { field: facts.field }) } }
  }
}

function readData({ fields, follow }: CompiledPage, at: string, run: Evaluation) {
  const data = evaluateFields(fields, WHOLE_PAGE, at, run)
  if (follow) recordLink(follow, data, WHOLE_PAGE, at, run)
  return data
}

function kindOf(kinds: CompiledKind[], run: Evaluation): CompiledKind {
  const url = run.page.address
  const found = kinds.find(
    ({ fitsUrl, fits }) => (!fitsUrl || (url !== undefined && fitsUrl(url))) && !findMismatch(fits, run),
  )
  if (found) return found
  throw new AppError('extraction_failed', 'The page is of no kind that the schema reads.', {
    field: 'schema.pages',
    hint: `Kinds: ${kinds.map(({ name }) => name).join(', ')}. One without "match" at the end takes every other page.`,
  })
}

/** Returns the first rule that is not as expected, and whether its value is absent. */
function findMismatch({ must, mustNot }: CompiledExpectation, run: Evaluation) {
  const absent = must.find(rule => !findsAnything(rule, run))
  if (absent) return { rule: absent, isAbsent: true }
  const present = mustNot.find(rule => findsAnything(rule, run))
  return present && { rule: present, isAbsent: false }
}

function checkExpectation({ must, mustNot }: CompiledExpectation, run: Evaluation): void {
  const mismatch = findMismatch({ must: [], mustNot }, run) ?? findMismatch({ must, mustNot: [] }, run)
  if (!mismatch) return
  const { path } = mismatch.rule
  if (mismatch.isAbsent)
    throw new AppError('required_missing', `The page does not have what ${path} expects.`, {
      field: path,
      hint: 'It may be another page, or one that a browser has to fill: `fetch.mode` of the parser.',
    })
  throw new AppError('blocked', `This is not the expected page: it has what ${path} excludes.`, {
    field: path,
    hint: SEND_SAVED_PAGE,
  })
}

function matchesSelector({ html }: PageView, selector: string, { engine }: CompiledParser): boolean {
  return html().select(engine.compile(selector), html().root, 1).length > 0
}

/** Replaces the places of a trace by the numbers of their elements. The page as a whole has no number. */
function numberTrace(trace: UnnumberedTrace[], { html }: PageView, engine: HtmlEngine): FieldTrace[] {
  const numbers = numberElements(html(), engine)
  return trace.map(({ places, ...entry }) => {
    const nodes = places.flatMap(({ node }) => numbers.get(node ?? html().root) ?? [])
    return nodes.length > 0 ? { ...entry, nodes } : entry
  })
}
