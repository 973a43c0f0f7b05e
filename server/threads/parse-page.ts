import { LRUCache } from 'lru-cache'
import { AppError } from '../base/errors.ts'
import type { HtmlEngine } from '../html/document.ts'
import type { Markup } from '../html/markup.ts'
import type { WorkBudget } from '../html/work.ts'
import { decodePage, decodeText, looksBinary } from '../pages/charset.ts'
import { compileParser } from '../parsers/compile/compile-parser.ts'
import type { CompiledParser } from '../parsers/compile/compiled-parser.ts'
import type { NetworkAnswer } from '../parsers/network.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { runParser } from '../parsers/run-parser.ts'
import { xmlEngine } from '../parsers/xml/xml-engine.ts'
import { readRecordedPage } from '../saved-files/recorded-page.ts'
import type { PageBytes, ParseTask } from './tasks.ts'

const MAX_PARSERS = 100
const compiledParsers = new LRUCache<string, CompiledParser>({ max: MAX_PARSERS })

/** Returns the compiled parser of a key for an engine. Each thread compiles it once, and drops the least recently used of many. */
function parserOf({ key, schema }: ParseTask, engine: HtmlEngine): CompiledParser {
  const name = engine === xmlEngine ? `${key} xml` : key
  const known = compiledParsers.get(name)
  if (known) return known
  const parser = compileParser(schema, engine)
  compiledParsers.set(name, parser)
  return parser
}

/** Decodes a page to markup. Throws AppError for bytes that are not text. */
export function markupOf({ bytes, contentType }: Omit<PageBytes, 'url'>): Markup {
  if (looksBinary(bytes, contentType))
    throw new AppError('extraction_failed', 'The page is not text.', {
      hint: 'Pages of HTML, XML, JSON or CSV can be read; pictures, archives and PDF files cannot.',
    })
  return decodePage(bytes, contentType)
}

/** Returns a page as it was passed in; if it was saved together with what it fetched, returns both. */
export async function withNetwork<T extends PageBytes>(task: T): Promise<T & { network?: NetworkAnswer[] }> {
  const recording = await readRecordedPage(task)
  if (!recording) return task
  const { bytes, contentType, url, answers } = recording
  const network = answers.map(answer => ({ ...answer, text: decodeText(answer.bytes, answer.contentType) }))
  return { ...task, bytes, contentType, url: task.url ?? url ?? undefined, network }
}

/** Reads a page with its parser and engine, in the current thread. Throws WorkLimitError if that takes more than `work`. */
export function parsePage(
  task: ParseTask & { network?: NetworkAnswer[] },
  text: Markup,
  engine: HtmlEngine,
  work?: WorkBudget,
): ParseResult {
  const { url, answer, network, contentType, at = Date.now() } = task
  const page = {
    text,
    contentType,
    at,
    ...(url && { url }),
    ...(answer && { answer }),
    ...(network && { network }),
  }
  const parser = parserOf(task, engine)
  return runParser(parser, page, { ...task, work, clock: () => performance.now() })
}
