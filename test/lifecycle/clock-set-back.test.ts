import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { requestWithKey } from './support/request-with-key.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const clockByFile = fileURLToPath(new URL('../support/clock-by-file.mjs', import.meta.url))

/** A service whose clock the test sets, with a job, a workflow run and a delivery that wait until they are due. */
describe('when the clock is set back by two hours', () => {
  const folders = [tempFolder(), tempFolder()]
  let site: LocalSite
  let folder: string
  let served: ServiceProcess
  let key: string
  before(async () => {
    site = await startLocalSite()
  })
  after(() => site.close())
  beforeEach(async () => {
    folder = folders.pop()!
    setClock(0)
    await start()
    key = (await askOwner(folder, '/admin/keys', {})).secret
  })
  afterEach(() => served.stop())

  const offset = () => join(folder, 'offset')
  const setClock = (ms: number) => writeFileSync(offset(), String(ms))
  const move = (ms: number) => setClock(Number(readFileSync(offset(), 'utf8')) + ms)
  /** The time of the service's clock. */
  const clock = () => Date.now() + Number(readFileSync(offset(), 'utf8'))
  const start = async () => {
    const flags = ['--allow-hosts', '127.0.0.1', '--retries', '0', '--job-retry-ms', '4000']
    served = await startServe(['--data-dir', folder, ...flags], {
      NODE_OPTIONS: `--import ${clockByFile}`,
      TEST_CLOCK_OFFSET: offset(),
    })
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = async (path: string, json?: unknown): Promise<any> => {
    const response = await requestWithKey(served.url + path, key, json)
    const answer = await response.json()
    assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Starts everything that will wait. When it returns, each has failed or been postponed once. */
  async function beginWaiting() {
    site.on('/page', answersInTurn(503, '<h1>Title</h1>'))
    site.on('/gone', { status: 404 })
    site.on('/hook', { status: 503 })
    const parser = await call('/v1/parsers', { name: 'p', schema: { fields: { title: 'h1' } } })
    const jobOf = (page: string, max_attempts: number) =>
      call('/v1/jobs', { parser_id: parser.id, input: { url: `${site.url}${page}` }, max_attempts })
    const hook = await call('/v1/webhooks', { url: `${site.url}/hook`, events: ['job.failed'] })
    await jobOf('/gone', 1)
    const job = `/v1/jobs/${(await jobOf('/page', 2)).id}`
    const workflow = await call('/v1/workflows', {
      name: 'w',
      state: 'active',
      nodes: [
        { id: 'in', type: 'input' },
        { id: 'wait', type: 'delay', config: { seconds: 4 } },
      ],
      edges: [{ from: 'in', to: 'wait' }],
    })
    const run = `/v1/workflow-runs/${(await call(`/v1/workflows/${workflow.id}/run`, {})).id}`
    const delivery = async () => (await call(`/v1/webhooks/${hook.id}/deliveries`)).data[0]
    await until(async () => (await call(job)).attempts[0]?.state === 'failed')
    await until(async () => (await call(run)).state === 'waiting')
    await until(async () => (await delivery())?.attempts.length)
    return { job, run, delivery }
  }

  const end = async (path: string) => {
    for (;;) {
      const { state } = await call(`${path}?wait=20`)
      if (['completed', 'failed', 'cancelled'].includes(state)) return state
    }
  }

  test('waiting jobs and workflow runs continue after the rest of their pause', async () => {
    const { job, run, delivery } = await beginWaiting()
    move(-2 * HOUR)
    assert.deepEqual([await end(job), await end(run)], ['completed', 'completed'])
    assert.ok(Date.parse((await delivery()).next_attempt_at) - clock() <= MINUTE)
  })

  test('while Winnow is not running, waiting jobs and workflow runs still continue after the rest of their pause', async () => {
    const { job, run, delivery } = await beginWaiting()
    await served.stop()
    move(-2 * HOUR)
    await start()
    assert.deepEqual([await end(job), await end(run)], ['completed', 'completed'])
    assert.ok(Date.parse((await delivery()).next_attempt_at) - clock() <= MINUTE)
  })
})

/** Answers each request with the next of these: a status, or a page. The last answer is repeated. */
function answersInTurn(...answers: (number | string)[]) {
  return (_request: unknown, response: import('node:http').ServerResponse) => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    if (typeof next === 'number') response.writeHead(next).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(next)
  }
}
