import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { startSweeping } from '../../server/app/sweep.ts'
import type { Settings } from '../../server/settings/resolve-settings.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { requestWithKey } from './support/request-with-key.ts'

let site: LocalSite
/** Responses for pages that have been requested and not answered yet. */
let waiting: ServerResponse[]
let folder: string
let served: ServiceProcess
let key: string
let parserId: string

before(async () => {
  site = await startLocalSite()
  site.on('/slow', (_, response) => waiting.push(response))
})
after(() => site.close())

const call = (path: string, body?: unknown) => requestWithKey(served.url + path, key, body)

async function start(...flags: string[]) {
  await startIn(tempFolder(), ...flags)
  key = (await askOwner(folder, '/admin/keys', {})).secret
  const created = await call('/v1/parsers', { name: 'slow', schema: { fields: { title: 'h1' } } })
  parserId = ((await created.json()) as { id: string }).id
}

async function startIn(dataDir: string, ...flags: string[]) {
  folder = dataDir
  waiting = []
  served = await startServe(['--data-dir', folder, '--allow-hosts', '127.0.0.1', ...flags])
}

/** Starts a scrape whose page the site does not answer yet. `answer` resolves to the answer of the scrape. */
async function startScrape(): Promise<{ answer: Promise<Response> }> {
  const answer = call(`/v1/scrape/${parserId}`, { url: `${site.url}/slow` })
  answer.catch(() => undefined)
  while (!waiting.length) await sleep(5)
  return { answer }
}

/** Waits until the service refuses new calls. */
async function untilStopping(): Promise<Response> {
  for (;;) {
    const answer = await call('/v1/credits')
    if (answer.status === 503) return answer
    await answer.arrayBuffer()
    await sleep(5)
  }
}

const sendPages = () => {
  for (const response of waiting) response.end('<h1>At last</h1>')
}

const balance = async () =>
  JSON.parse(await output(['credits', 'show', '--json', '--data-dir', folder])) as Record<string, number>

/** Sends the process that loads it SIGTERM as soon as it has created the store, long before it answers calls. */
const stopDuringStart = (dataDir: string) => `
  import { existsSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  const timer = setInterval(() => {
    if (!isMainThread || !existsSync(${JSON.stringify(join(dataDir, 'winnow.db'))})) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 1).unref()`

test('a service that is told to stop while it starts stops cleanly as well', async () => {
  const dataDir = tempFolder()
  const preload = `data:text/javascript,${encodeURIComponent(stopDuringStart(dataDir))}`
  const programs = tempFolder()
  const opener = join(programs, 'xdg-open')
  writeFileSync(opener, `#!/bin/sh\necho "$1" > ${join(programs, 'opened')}\n`, { mode: 0o700 })
  const { code, stdout } = await run(['serve', '--open', '--port', '0', '--data-dir', dataDir], {
    NODE_OPTIONS: `--import=${preload}`,
    PATH: `${programs}:${process.env.PATH}`,
  })
  assert.equal(code, 0)
  assert.equal(stdout, '', 'it never says that it is ready')
  assert.ok(!existsSync(join(programs, 'opened')), 'no browser opens')
  assert.ok(!existsSync(join(dataDir, 'winnow.lock')))
})

describe('a service that is told to stop', () => {
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    test(`by ${name} lets a running call finish, charges it, and exits with 0`, async () => {
      await start()
      const scrape = await startScrape()
      served.signal(name)
      await untilStopping()
      sendPages()
      const answer = await scrape.answer
      assert.deepEqual([answer.status, await answer.json()], [200, { title: 'At last' }])
      assert.equal(answer.headers.get('x-credits-used'), '1')
      assert.equal(await served.ended, 0)
      assert.deepEqual(await balance(), { balance: 999, held: 0, available: 999 })
    })

  test('refuses new calls with 503 and the time to wait', async () => {
    await start()
    const scrape = await startScrape()
    served.signal('SIGTERM')
    const refused = await untilStopping()
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.deepEqual(await refused.json(), { error: 'Winnow is stopping.', hint: 'Try again in a moment.' })
    const paid = await call(`/v1/scrape/${parserId}`, { url: `${site.url}/slow` })
    assert.equal(paid.status, 503)
    assert.equal((await fetch(`${served.url}/health`)).status, 503)
    assert.equal(waiting.length, 1)
    sendPages()
    assert.equal((await scrape.answer).status, 200)
    assert.equal(await served.ended, 0)
  })

  test('says so on the terminal, and removes its lock file', async () => {
    await start()
    served.signal('SIGTERM')
    assert.equal(await served.ended, 0)
    assert.equal(served.stderr(), 'Stopping: running calls may finish first. Press again to stop at once.\n')
    assert.ok(!existsSync(join(folder, 'winnow.lock')))
    assert.ok(!existsSync(join(folder, 'winnow.db-wal')), 'the store is closed whole')
  })

  test('stops completely when a terminal is closed, for which system and shell both send a signal', async () => {
    await start()
    const scrape = await startScrape()
    served.hangUp()
    await untilStopping()
    served.signal('SIGHUP')
    assert.equal((await fetch(`${served.url}/health`)).status, 503)
    sendPages()
    assert.equal((await scrape.answer).status, 200)
    assert.equal(await served.ended, 0)
    assert.ok(!existsSync(join(folder, 'winnow.lock')))
    assert.doesNotMatch(readFileSync(join(folder, 'winnow.log'), 'utf8'), /uncaught/)
  })

  test('ends a call that takes longer than `drain_seconds` with 503, free of charge', async () => {
    await start('--drain-seconds', '0')
    const scrape = await startScrape()
    served.signal('SIGTERM')
    const answer = await scrape.answer
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
    assert.equal(answer.headers.get('x-credits-used'), '0')
    assert.equal(await served.ended, 0)
    assert.deepEqual(await balance(), { balance: 1000, held: 0, available: 1000 })
  })
})

describe('a cron that reads the links of a slow page', () => {
  test('does not keep the service from stopping, and runs at the next start', async () => {
    await start()
    const created = await call('/v1/crons', {
      name: 'links',
      expression: '0 0 1 1 *',
      timezone: 'UTC',
      target: {
        type: 'batch',
        id: null,
        input: { target: { parser_id: parserId }, items_from: { links: { url: `${site.url}/slow` } } },
      },
    })
    const { id } = (await created.json()) as { id: string }
    await stopped()
    makeDue(id)
    await startIn(folder, '--drain-seconds', '0')
    while (!waiting.length) await sleep(5)
    await stopped()
    await startIn(folder)
    while (!waiting.length) await sleep(5)
    site.on('/page', { body: '<h1>A page</h1>' })
    for (const response of waiting) response.end('<a href="/page">A page</a>')
    const states = async () => {
      const { data } = (await (await call(`/v1/crons/${id}/runs`)).json()) as { data: { state: string }[] }
      return data.map(({ state }) => state)
    }
    while ((await states())[0] !== 'completed') await sleep(5)
    assert.deepEqual(await states(), ['completed'])
    await stopped()
  })

  async function stopped() {
    served.signal('SIGTERM')
    assert.equal(await served.ended, 0)
  }

  function makeDue(cronId: string) {
    const db = new Database(databaseFile(folder))
    db.prepare('UPDATE crons SET next_at = @at, due_at = @at WHERE id = @id').run({
      at: Date.now(),
      id: cronId,
    })
    db.close()
  }
})

describe('a second signal', () => {
  test('stops the service at once, and running calls cost nothing', async () => {
    await start()
    const scrape = await startScrape()
    served.signal('SIGTERM')
    await untilStopping()
    served.signal('SIGTERM')
    assert.equal(await served.ended, 1)
    await assert.rejects(scrape.answer)
    assert.deepEqual(await balance(), { balance: 1000, held: 0, available: 1000 })
  })
})

test('a stop breaks off a sweep between two of its steps', async () => {
  const store = openStore(tempFolder())
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const later: unknown[] = []
  store.calls.expire = () => {
    begun.resolve()
    return held.promise
  }
  store.idempotency.expire = () => Promise.reject(new Error('The next step began.'))
  const report = (error: unknown) => void later.push(error)
  const stop = startSweeping(store, { values: {} } as Settings, folder, Date.now, report)
  await begun.promise
  const stopped = stop()
  held.resolve()
  await stopped
  assert.deepEqual(later, [])
  store.close()
})
