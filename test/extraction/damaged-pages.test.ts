import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { wellFormed } from '../../server/parsers/answer.ts'
import { PLATFORM_ERRORS } from '../prebuilt/support/damage.ts'
import { loadedApis as apis, type LoadedApi } from '../prebuilt/support/loaded.ts'
import { mutate, mutateText } from '../prebuilt/support/mutate.ts'
import { noRecordings, openRecordings } from '../prebuilt/support/recordings.ts'
import { attempts, randomFrom, seedsWith } from '../support/seeds.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { STAND_INS } from './support/stand-ins.ts'
import { upload } from './support/upload.ts'

const ATTEMPTS = 20
/** A seed whose pages contain unpaired UTF-16 surrogates. */
const SURROGATES = 805_034_424
const SEEDS = seedsWith(SURROGATES)
const LONG = { minutes: 4 / apis.length / SEEDS.length }

/** What reading a page ends with: the result, or the code of an error that the platform can cause. */
type ReadOutcome = { result: unknown } | { word: string }

/** Reads the page with the reader alone. Any other exception, or a result that does not fit its schema, is a bug. */
function readDirectly(api: LoadedApi, page: string): ReadOutcome {
  try {
    const result = api.output.parse(api.read(api.payloadsOf(page)))
    return { result: wellFormed(JSON.parse(JSON.stringify(result))) }
  } catch (error) {
    if (error instanceof AppError && PLATFORM_ERRORS.has(error.code)) return { word: error.code }
    throw error
  }
}

/** Reads the page through the whole service. Its status follows from the outcome and is never 500. */
async function readThroughService(service: TestApp, api: LoadedApi, page: string): Promise<ReadOutcome> {
  const { status, json, text } = await service.call(
    `/v1/extract/${api.id}`,
    upload({ name: 'page', content: page }),
  )
  if (status === 200) return { result: json }
  assert.ok(status === 404 || status === 502, `${status} ${text}`)
  return { word: json.detail }
}

/** The pages that each API is tested with: handwritten ones, and recorded ones if available. */
async function pagesFor(api: LoadedApi): Promise<string[]> {
  const own = Object.values(STAND_INS[api.id]!.answers).map(answer =>
    typeof answer === 'string' ? answer : JSON.stringify(answer),
  )
  if (noRecordings) return own
  const { cases, payloads } = await openRecordings()
  const recorded = cases().filter(item => item.api === api.id)
  return [...own, ...recorded.flatMap(item => payloads(item).map(body => body.toString('utf8')))]
}

/** Damages a page: mostly the data of a JSON page (at times its text), and always the text of any other page. */
function damagePage(page: string, random: () => number): string {
  const isJson = page.startsWith('{') && random() < 0.8
  return isJson ? JSON.stringify(mutate(JSON.parse(page), random)) : mutateText(page, random)
}

/** A JSON page whose sentences end with an unpaired surrogate, as when a text was cut in the middle of an emoji. */
const breakSurrogates = (page: string) => page.replace(/( [^"\\]*)"(?=\s*[,}\]])/g, '$1\\ud83d"')

describe('a page with a text cut in the middle of an emoji', () => {
  let service: TestApp
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.stop())

  for (const api of apis)
    test(`gives ${api.id} well-formed texts, the same from its reader and from the service`, async () => {
      const answers = Object.values(STAND_INS[api.id]!.answers)
      const texts = answers.map(answer => (typeof answer === 'string' ? answer : JSON.stringify(answer)))
      for (const text of texts.map(breakSurrogates).filter(Boolean)) {
        const outcome = await readThroughService(service, api, text)
        assert.deepEqual(outcome, readDirectly(api, text))
        assert.doesNotMatch(JSON.stringify(outcome), /\\ud[89ab]/i)
      }
    })
})

describe('a damaged page', () => {
  let service: TestApp
  before(async () => {
    service = await startTestApp({ birth_credits: 1_000_000_000 })
  })
  after(() => service.stop())

  const cases = apis.flatMap(api => SEEDS.map(seed => [api, seed] as const))
  for (const [api, seed] of cases)
    test(`gives ${api.id} a result or a platform error, the same from its reader and from the service (WINNOW_SEED=${seed})`, async t => {
      const random = randomFrom(seed)
      const pages = (await pagesFor(api)).filter(Boolean)
      const count = { result: 0, word: 0 }
      assert.ok(
        pages.some(page => 'result' in readDirectly(api, page)),
        'there is something to damage',
      )
      for (const _ of attempts(ATTEMPTS, LONG)) {
        const page = damagePage(pages[Math.floor(random() * pages.length)]!, random)
        if (!page) continue
        try {
          const outcome = readDirectly(api, page)
          assert.deepEqual(await readThroughService(service, api, page), outcome)
          count['result' in outcome ? 'result' : 'word']++
        } catch (cause) {
          throw new Error(`Broken by ${page.length} characters: ${page.slice(0, 5_000)}`, { cause })
        }
      }
      t.diagnostic(
        `${pages.length} pages, ${count.result} mutants with a result, ${count.word} with an answer`,
      )
    })
})
