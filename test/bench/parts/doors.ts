import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { page } from '../../extraction/support/upload.ts'
import {
  form,
  HOSTILE_BODIES,
  HOSTILE_IMPORTS,
  HOSTILE_PAGES,
  HOSTILE_REQUESTS,
  HOSTILE_RUNS,
  type HostileCall,
  json,
  manyItems,
  part,
  type RequestParts,
  requestBytes,
} from '../../support/hostile-calls.ts'
import { peakOf } from '../../support/process-use.ts'
import { type ServedApp, startServedApp } from '../../support/served-app.ts'
import { type ExchangeOutcome, exchange } from '../../support/wire.ts'
import { type RoundProcess, startRoundProcess } from '../contestants.ts'
import { listingPage } from '../pages/listing.ts'
import { report } from '../report.ts'
import type { ProbeOrder, ProbeReport } from '../servers/probe.ts'

/** The time limit of each row. A call without an answer by then is printed as such. */
const CAP_MS = 60_000
const MB = 1_000_000

type Prober = RoundProcess<ProbeOrder, ProbeReport>

/** The figures of one call. */
interface CallFigures {
  answer: string
  'answered in, ms': number
  'worst wait of others, ms': string
  'peak, MB': string
}

/** Measures the longest wait of a cheap call beside hostile calls, and beside the largest legitimate ones. */
export async function doors() {
  const prober: Prober = await startRoundProcess('./servers/probe.ts')
  try {
    const hostile: Record<string, CallFigures> = {}
    for (const call of [
      ...HOSTILE_REQUESTS,
      ...HOSTILE_BODIES,
      ...HOSTILE_PAGES,
      ...HOSTILE_RUNS,
      ...HOSTILE_IMPORTS,
      CROWD,
    ])
      hostile[call.title] = await measureInOwnService(prober, call)
    report('Calls that are meant to hurt', hostile)
    report('The largest calls that are meant well', await largeCalls(prober))
  } finally {
    prober.stop()
  }
}

async function measureInOwnService(prober: Prober, call: HostileCall): Promise<CallFigures> {
  const app = await startServedApp()
  try {
    return await measureCall(app, prober, call)
  } finally {
    await app.stop()
  }
}

/** One service handles all of them, in this order: a batch is created before it is cancelled. */
async function largeCalls(prober: Prober) {
  const app = await startServedApp()
  const rows: Record<string, CallFigures> = {}
  try {
    for (const call of LARGE) rows[call.title] = await measureCall(app, prober, call)
  } finally {
    await app.stop()
  }
  return rows
}

async function measureCall(app: ServedApp, prober: Prober, { prepare }: HostileCall): Promise<CallFigures> {
  const send = await prepare(app)
  await prober.run({ begin: { port: app.port, key: app.key, capMs: CAP_MS } })
  const startedAt = performance.now()
  const outcome = await send(CAP_MS)
  const ms = performance.now() - startedAt
  const waitMs = (await prober.run({ end: true })) as number | string
  const exit = await app.exit(typeof waitMs === 'string' ? 500 : 0)
  const peak = peakOf(app.pid())
  if (exit || isSilent(outcome)) await app.restart()
  return {
    answer: exit ? 'the process ended' : answerOf(outcome),
    'answered in, ms': Math.round(ms),
    'worst wait of others, ms': typeof waitMs === 'number' ? waitMs.toFixed(0) : waitMs,
    'peak, MB': peak === null ? '' : peak.toFixed(0),
  }
}

const isSilent = (outcome: ExchangeOutcome) => 'none' in outcome && outcome.none === 'silent'

/** The status, and the message or the state if the answer has one. */
function answerOf(outcome: ExchangeOutcome): string {
  if ('none' in outcome) return outcome.none === 'silent' ? `none in ${CAP_MS / 1_000} s` : 'none'
  if ('garbled' in outcome) return outcome.garbled
  const { status, body } = outcome.answer
  if (body.length > 20 * MB) return `${status}, ${Math.round(body.length / MB)} MB`
  const { error, state } = status === 204 ? {} : JSON.parse(body.toString())
  const outcomeText = error?.message ?? error ?? state
  return outcomeText === undefined ? String(status) : `${status} ${String(outcomeText).slice(0, 80)}`
}

const CROWDED = 8
const COSTLY_SCHEMA = { strict: true, fields: { found: { css: 'span div', all: true } } }

/** The answer belongs to another account. */
const CROWD: HostileCall = {
  title: 'a cheap parse of another account beside eight that run to their deadline of 15 s',
  async prepare(app) {
    const costlyParser = await app.parser(COSTLY_SCHEMA)
    const key = await app.keyFor('other')
    const cheapParser = await app.call('/v1/parsers', {
      json: { name: 'cheap', schema: { strict: true, fields: { title: 'h1' } } },
      headers: { 'x-api-key': key },
    })
    const upload = page('<div>'.repeat(80_000))
    for (let i = 0; i < CROWDED; i++)
      void app.call(`/v1/parse/${costlyParser}`, upload).catch(() => undefined)
    while ((await app.call('/v1/credits')).json.held < CROWDED) await pause(10)
    const [line, headers, body] = form(
      `/v1/parse/${cheapParser.json.id}`,
      part('html', `<h1>x</h1>${'<p>x</p>'.repeat(20_000)}`, '; filename="a"'),
    )
    const pieces = requestBytes(app, line, { ...headers, 'X-API-Key': key }, body)
    return stuckMs => exchange(app.port, { pieces, isWhole: true }, stuckMs)
  },
}

const ITEMS = 10_000
const ROWS = 300_000
let batch = ''
let database = ''

const large = (title: string, make: (app: ServedApp) => Promise<RequestParts>): HostileCall => ({
  title,
  async prepare(app) {
    const pieces = requestBytes(app, ...(await make(app)))
    return stuckMs => exchange(app.port, { pieces, isWhole: true }, stuckMs)
  },
})

const itemsOf = (parser: string, bytes: number) => {
  const address = `http://shop.invalid/?${'x'.repeat(Math.round(bytes / ITEMS) - 60)}`
  const items = Array.from({ length: ITEMS }, (_, i) => `{"input":{"url":"${address}${i}"}}`).join()
  return `{"target":{"parser_id":"${parser}"},"max_attempts":1,"items":[${items}]}`
}

const TITLE = { fields: { title: 'h1' } }

/** A call whose answer contains an id that another row needs. */
const rememberingId = (call: HostileCall, keep: (id: string) => void): HostileCall => ({
  ...call,
  async prepare(app) {
    const send = await call.prepare(app)
    return async stuckMs => {
      const outcome = await send(stuckMs)
      if ('answer' in outcome) keep(JSON.parse(outcome.answer.body.toString()).id ?? '')
      return outcome
    }
  },
})

const LARGE: HostileCall[] = [
  {
    title: 'nothing, for two seconds',
    prepare: async () => () => pause(2_000, { none: 'closed' } as ExchangeOutcome),
  },
  large('the whole interface as OpenAPI', async () => [['GET', '/v1/openapi.json']]),
  large('a page of 16 MB', async app =>
    form(`/v1/parse/${await app.parser(TITLE)}`, part('html', listingPage(16 * MB), '; filename="a"')),
  ),
  rememberingId(
    large('a batch of 10,000 items, 32 MB', async app =>
      json('/v1/batches', itemsOf(await app.parser(TITLE), 31 * MB)),
    ),
    id => {
      batch = id
    },
  ),
  large('the cancel of a batch of 10,000 items', async () => [['POST', `/v1/batches/${batch}/cancel`]]),
  large('the deletion of that batch', async () => [['DELETE', `/v1/batches/${batch}`]]),
  large('an import of 300,000 rows, 15 MB', async app => {
    const columns = ['a', 'b', 'c'].map(name => ({ name, type: 'string' }))
    database = (await app.call('/v1/databases', { json: { name: 'Rows', columns } })).json.id
    const lines = Array.from({ length: ROWS }, (_, i) => `${i},a text of some words,another ${i}`)
    return form(
      `/v1/databases/${database}/import`,
      part('file', `a,b,c\n${lines.join('\n')}\n`, '; filename="a"'),
    )
  }),
  large('the deletion of that database', async () => [['DELETE', `/v1/databases/${database}`]]),
  {
    title: 'the sweep that removes it for good, ten seconds from the start',
    async prepare(app) {
      await app.restart(() => age(app.folder))
      return () => pause(10_000, { none: 'closed' } as ExchangeOutcome)
    },
  },
  {
    title: 'a run of 90,000 items, to its end',
    async prepare(app) {
      const workflow = await app.call('/v1/workflows', { json: manyItems(10, 8_999) })
      const started = await app.call(`/v1/workflows/${workflow.json.id}/run`, { json: {} })
      const pieces = requestBytes(app, ['GET', `/v1/workflow-runs/${started.json.id}?wait=55`])
      return stuckMs => exchange(app.port, { pieces, isWhole: true }, stuckMs)
    },
  },
]

/** Makes deleted databases look as if they had been deleted long ago. */
function age(folder: string) {
  const db = new Database(`${folder}/winnow.db`)
  db.exec('UPDATE databases SET deleted_at = 1 WHERE deleted_at IS NOT NULL')
  db.close()
}
