import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fastEngine } from '../../../server/html/fast-engine.ts'
import { findMain } from '../../../server/reading/find-main.ts'
import { readers } from '../anchors/text-readers.mjs'
import { median } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'

/** Pages with the text that a person selected from each, and the scoring function of the benchmark that they come from. */
const FOLDER = resolve(
  process.env.WINNOW_ARTICLE_PAGES ?? join(import.meta.dirname, '../../../../shared/article-pages'),
)

const ROUNDS = 1
const AIM = 0.97
const MAX_WORST = 8
/** One page in this many was not looked at while the rules were written. */
const HELD_BACK_EVERY = 3

interface Article {
  id: string
  html: string
  url: string
}

type Expected = Record<string, { url: string; articleBody: string }>
type Texts = Record<string, string>

interface ScoreModule {
  score(expected: Expected, texts: Texts): { f1: number; precision: number; recall: number }
  overlap(expectedText: string, actualText: string): { both: number; extra: number; missing: number }
}

interface Round {
  texts: Texts
  /** Milliseconds per page. */
  times: number[]
}

type Reader = (html: string, url: string) => string | Promise<string>

/** Compares the main texts of pages with those that other programs extract. */
export async function read() {
  if (!existsSync(FOLDER)) return console.log(`read: left out, there is no folder ${FOLDER}`)
  const expected: Expected = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'))
  const measure: ScoreModule = await import(pathToFileURL(join(FOLDER, 'score.mjs')).href)
  const articles = Object.entries(expected).map(([id, { url }]) => ({ id, url, html: pageOf(id) }))
  const contestants: Record<string, Reader> = { winnow: textOf, ...anchors() }
  const rounds = await inTurn(contestants, reader => readAll(reader, articles), ROUNDS)
  const rows = Object.entries(rounds).map(
    ([name, ownRounds]) => [name, rowOf(ownRounds, expected, measure)] as const,
  )
  report('Main texts of articles', Object.fromEntries(rows))
  report('Pages whose text differs most', worst(rounds.winnow![0]!.texts, expected, measure))
}

const pageOf = (id: string): string =>
  gunzipSync(readFileSync(join(FOLDER, `${id}.html.gz`))).toString('utf8')

function textOf(page: string): string {
  const html = fastEngine.parse(page)
  const { root, skip } = findMain(html)
  return html.text(root, skip)
}

const wholeText = (page: string): string => {
  const html = fastEngine.parse(page)
  return html.text(html.root, new Set())
}

/** The anchors return HTML. Its words are counted. */
const anchors = (): Record<string, Reader> =>
  Object.fromEntries(
    Object.entries(readers).map(([name, reader]) => [
      name,
      async (html: string, url: string) => wholeText(await reader(html, url)),
    ]),
  )

async function readAll(reader: Reader, articles: Article[]): Promise<Round> {
  const round: Round = { texts: {}, times: [] }
  for (const { id, html, url } of articles) {
    const startedAt = performance.now()
    round.texts[id] = await reader(html, /^https?:/.test(url) ? url : `http://${url}`)
    round.times.push(performance.now() - startedAt)
  }
  return round
}

function rowOf(rounds: Round[], expected: Expected, { score }: ScoreModule) {
  const { texts } = rounds[0]!
  const { f1, precision, recall } = score(expected, texts)
  return {
    F1: f1.toFixed(4),
    aim: `≥ ${AIM}`,
    precision: precision.toFixed(4),
    recall: recall.toFixed(4),
    'F1 of the third held back': score(heldBack(expected), texts).f1.toFixed(4),
    'ms a page': rounded(
      median(rounds.map(({ times }) => times.reduce((sum, ms) => sum + ms) / times.length)),
    ),
    'slowest page, ms': rounded(median(rounds.map(({ times }) => Math.max(...times)))),
  }
}

const heldBack = (expected: Expected): Expected =>
  Object.fromEntries(
    Object.entries(expected).filter(([id]) => Number.parseInt(id.slice(0, 8), 16) % HELD_BACK_EVERY === 0),
  )

function worst(texts: Texts, expected: Expected, { overlap }: ScoreModule) {
  const pages = Object.entries(expected).map(([id, { url, articleBody }]) => {
    const { both, extra, missing } = overlap(articleBody, texts[id]!)
    return { url, f1: (2 * both) / (2 * both + extra + missing), extra, missing }
  })
  const worstPages = pages.toSorted((a, b) => a.f1 - b.f1).slice(0, MAX_WORST)
  return Object.fromEntries(
    worstPages.map(({ url, f1, extra, missing }) => [
      url.replace(/^https?:\/\//, '').slice(0, 50),
      { F1: f1.toFixed(3), 'words too many': extra, 'words missing': missing },
    ]),
  )
}
