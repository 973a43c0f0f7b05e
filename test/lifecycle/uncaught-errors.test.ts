import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createFaults, stopInTime } from '../../server/log/uncaught-errors.ts'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { output, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { requestWithKey } from './support/request-with-key.ts'

const NODE_OPTIONS = `--import=${new URL('../support/faults-on-signals.mjs', import.meta.url)}`

let site: LocalSite
/** Responses for pages that have been requested and not answered. */
const waiting: ServerResponse[] = []

before(async () => {
  site = await startLocalSite()
  site.on('/slow', (_, response) => waiting.push(response))
})
after(() => site.close())

const start = (folder: string) =>
  startServe(['--data-dir', folder, '--allow-hosts', '127.0.0.1', '--drain-seconds', '1'], { NODE_OPTIONS })

const logOf = (folder: string) => readFileSync(join(folder, 'winnow.log'), 'utf8')

/** Starts a service over a new folder. `call` sends calls with a key. */
async function startWithKey() {
  const folder = tempFolder()
  const served = await start(folder)
  const { secret } = await askOwner(folder, '/admin/keys', {})
  const call = async ({ url }: ServiceProcess, path: string, body?: unknown) => {
    const answer = await requestWithKey(url + path, secret, body)
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return (await answer.json()) as any
  }
  return { folder, served, call }
}

describe('an unhandled rejection', () => {
  test('is logged and shown by `status`, and the service continues', async () => {
    const { folder, served, call } = await startWithKey()
    assert.deepEqual((await askOwner(folder, '/admin/status')).faults, 0)
    served.signal('SIGWINCH')
    const status = await until(async () => {
      const now = await askOwner(folder, '/admin/status')
      return now.faults && now
    })
    assert.equal(status.faults, 1)
    assert.ok(Date.parse(status.last_fault_at) <= Date.now())
    assert.match(
      await output(['status', '--data-dir', folder]),
      /^1 fault of Winnow itself since it started, the last one at \d.*winnow\.log$/m,
    )
    assert.equal((await call(served, '/v1/credits')).creditBalance, 1000)
    assert.equal(await served.stop(), 0)
    assert.match(logOf(folder), /an injected rejection/)
  })
})

describe('an uncaught exception', () => {
  test('ends the service with 70, and the next start completes a job that was running', async () => {
    const { folder, served, call } = await startWithKey()
    const { id: parser } = await call(served, '/v1/parsers', {
      name: 'slow',
      schema: { fields: { title: 'h1' } },
    })
    const job = await call(served, '/v1/jobs', {
      parser_id: parser,
      input: { url: `${site.url}/slow` },
    })
    await until(async () => waiting.length)
    served.signal('SIGUSR2')
    assert.equal(await served.ended, 70)
    assert.match(served.stderr(), /^Winnow stops because of an internal error: an injected exception$/m)
    assert.match(logOf(folder), /an injected exception/)
    assert.ok(!existsSync(join(folder, 'winnow.lock')), 'it stopped in order')

    site.on('/slow', { body: '<h1>At last</h1>' })
    const next = await start(folder)
    const ended = await until(async () => {
      const now = await call(next, `/v1/jobs/${job.id}`)
      return now.state === 'completed' && now
    })
    assert.deepEqual([ended.attempt, ended.credits], [1, { reserved: 0, used: 1 }])
    assert.deepEqual(await call(next, `/v1/jobs/${job.id}/result`), { title: 'At last' })
    assert.equal(await next.stop(), 0)
  })
})

describe('the stop after an uncaught exception', () => {
  const service = (stop: () => Promise<void>) => {
    const noted: unknown[] = []
    const faults = createFaults(error => noted.push(error), Date.now)
    return { noted, settings: { values: { drain_seconds: 0 } }, faults, stop }
  }

  test('is abandoned after its time limit if it hangs', async () => {
    const hanging = service(() => new Promise(() => undefined))
    await stopInTime(hanging, 1)
    assert.deepEqual(hanging.noted, [])
  })

  test('is logged if it fails', async () => {
    const fault = new Error('cannot close')
    const failing = service(() => Promise.reject(fault))
    await stopInTime(failing)
    assert.deepEqual(failing.noted, [fault])
  })
})
