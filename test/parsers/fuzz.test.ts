import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { checkSchema } from '../../server/parsers/check-schema.ts'
import { outputSchema } from '../../server/parsers/output-schema.ts'
import { createExtraction, type Extraction } from '../../server/threads/extraction.ts'
import { createPageGenerator } from '../html/support/broken-pages.ts'
import { mutate, mutateText } from '../prebuilt/support/mutate.ts'
import { attempts, randomFrom, SEED } from '../support/seeds.ts'
import { RICH_PAGE, RICH_SCHEMA } from './support/rich-schema.ts'

/** Only an endless loop takes this long, even on a machine under load. */
const DEADLINE_MS = 60_000
const ATTEMPTS = 300
/** The errors that a page or a schema may cause. */
const ANSWERS = new Set(['required_missing', 'too_few_items', 'extraction_failed', 'blocked'])

let extraction: Extraction
before(() => {
  extraction = createExtraction({ threads: 2, timeoutMs: () => DEADLINE_MS, maxAnswerMb: () => 64 })
})
after(() => extraction.close())

const OWNER = { account: 'acc', caller: 'key' }

/** The outcome of a parse: `data` or the code of the error. Rethrows any error that is a bug. */
async function outcomeOf(schema: unknown, page: string, key: string): Promise<string> {
  try {
    const bytes = new TextEncoder().encode(page)
    const url = 'https://shop.example/a/?page=1'
    const result = await extraction.parse({
      key,
      schema: schema as never,
      bytes,
      contentType: 'text/html',
      owner: OWNER,
      url,
      trace: true,
    })
    JSON.stringify(result)
    return 'data'
  } catch (error) {
    if (!(error instanceof AppError) || !ANSWERS.has(error.code)) throw error
    assert.doesNotMatch(
      error.message,
      /was stopped after/,
      'no page and no schema may take until the deadline',
    )
    return error.code
  }
}

async function tally(attempt: (round: number) => Promise<string>) {
  const counts: Record<string, number> = {}
  let slowest = 0
  for (const round of attempts(ATTEMPTS, { minutes: 3 })) {
    const started = performance.now()
    const outcome = await attempt(round)
    slowest = Math.max(slowest, performance.now() - started)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return `WINNOW_SEED=${SEED}: ${Object.entries(counts)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ')}; the slowest took ${slowest.toFixed(0)} ms`
}

describe('a schema with the whole parser language', () => {
  test('is valid, and finds most of what it looks for', async () => {
    assert.deepEqual(checkSchema(RICH_SCHEMA), [])
    const bytes = new TextEncoder().encode(RICH_PAGE)
    const task = {
      key: 'whole',
      schema: RICH_SCHEMA,
      bytes,
      contentType: 'text/html',
      trace: false,
      owner: OWNER,
    }
    const { fields } = await extraction.parse({ ...task, url: 'https://shop.example/a/?page=1' })
    const empty = Object.entries(fields).filter(([, { filled }]) => filled === 0)
    assert.deepEqual(
      empty.map(([key]) => key),
      ['type'],
    )
  })

  test('reads pages that are cut, doubled and mixed up without a crash', async t => {
    const random = randomFrom(SEED)
    const broken = createPageGenerator(SEED)
    t.diagnostic(
      await tally(async round => {
        const page = round % 2 ? mutateText(RICH_PAGE, random) : RICH_PAGE.replace('<ul>', `<ul>${broken()}`)
        return outcomeOf(RICH_SCHEMA, page, 'pages')
      }),
    )
  })

  test('when mixed up, is either reported with its problems or runs without a crash', async t => {
    const random = randomFrom(SEED)
    t.diagnostic(
      await tally(async round => {
        const schema = mutate(RICH_SCHEMA, random)
        const problems = checkSchema(schema)
        for (const { field, error } of problems) assert.ok(field.startsWith('schema') && error, error)
        if (problems.length > 0) return 'refused'
        outputSchema(schema)
        return outcomeOf(schema, RICH_PAGE, `schema ${round}`)
      }),
    )
  })
})
