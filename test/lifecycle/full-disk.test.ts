import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { assertJobsConsistent, readJobsState } from './support/jobs-state.ts'
import { requestWithKey } from './support/request-with-key.ts'

const BIRTH = 10_000
const ITEMS = 120
const HIGH_LIMITS = { job_concurrency: 16, concurrency: 64 }

let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: `<h1>Kettle</h1>${'<p>filling</p>'.repeat(200)}` })
})
after(() => site.close())

/** Starts a service with a running batch, for tests that cause faults. */
async function startBatch() {
  const folder = tempFolder()
  const flags = ['--data-dir', folder, '--birth-credits', String(BIRTH), '--allow-hosts', '127.0.0.1']
  const start = () => startServe([...flags, '--host-spacing-ms', '5', '--retries', '0'])
  let served: ServiceProcess = await start()
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  await askOwner(folder, '/admin/accounts/default', { limits: HIGH_LIMITS })
  const call = async (path: string, json?: unknown) => {
    const response = await requestWithKey(served.url + path, key, json)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, json: (await response.json()) as any }
  }
  const parser = await call('/v1/parsers', { name: 'page', schema: { fields: { title: 'h1' } } })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `${site.url}/page?${i}` } }))
  const { id } = (await call('/v1/batches', { target: { parser_id: parser.json.id }, items })).json
  const batch = async (wait = 0) => (await call(`/v1/batches/${id}?wait=${wait}`)).json
  return {
    folder,
    call,
    batch,
    pid: () => served.pid,
    stop: () => served.stop(),
    async kill() {
      served.signal('SIGKILL')
      await served.ended
    },
    async restart() {
      served = await start()
    },
  }
}

type RunningBatch = Awaited<ReturnType<typeof startBatch>>

/** Waits until all items have ended, and checks that the store is consistent. */
async function waitForCorrectEnd({ batch, stop, folder, call }: RunningBatch) {
  for (let open = 1; open; ) {
    const { counts } = await batch(30)
    open = counts.pending + counts.running
  }
  const { counts, credits } = await batch()
  assert.deepEqual([counts.completed, credits], [ITEMS, { reserved: 0, used: ITEMS }])
  const { creditBalance, held } = (await call('/v1/credits')).json
  assert.deepEqual([creditBalance, held], [BIRTH - ITEMS, 0])
  await stop()
  assertJobsConsistent(readJobsState(folder, tempFolder()), BIRTH)
}

const lacksPrlimit = spawnSync('prlimit', ['--version']).error && 'there is no prlimit here'

/** Limits the size of every file that the process writes. */
const limitFiles = (pid: number, bytes: string) =>
  assert.equal(spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]).status, 0)

describe('a batch', () => {
  test('waits while the disk is full, and continues when there is space', {
    skip: lacksPrlimit,
  }, async () => {
    const batch = await startBatch()
    limitFiles(batch.pid(), '4096')
    // A call that cannot be written is refused, and has no other effect.
    await until(async () => {
      const { status, json } = await batch.call('/v1/parsers', { name: 'x', schema: { fields: { a: 'b' } } })
      if (status !== 503) assert.equal(status, 201, JSON.stringify(json))
      return status === 503
    })
    for (const command of [
      ['keys', 'create'],
      ['call', 'parser-create', 'name=x', 'schema={"fields":{"a":"b"}}'],
    ])
      assert.equal((await run([...command, '--data-dir', batch.folder])).code, 74, command.join(' '))
    const before = (await batch.call('/v1/credits')).json
    assert.equal(before.creditBalance - before.held, before.available)
    limitFiles(batch.pid(), 'unlimited')
    await waitForCorrectEnd(batch)
  })

  test('survives a damaged end of the log', async () => {
    const batch = await startBatch()
    await until(async () => (await batch.batch()).counts.completed >= 20)
    await batch.kill()
    damageEnd(join(batch.folder, 'winnow.db-wal'))
    assertJobsConsistent(readJobsState(batch.folder, tempFolder()), BIRTH)
    await batch.restart()
    await waitForCorrectEnd(batch)
  })
})

/** Overwrites the last bytes of a file, as a power cut during a write would leave it. */
function damageEnd(file: string) {
  assert.ok(existsSync(file))
  const { size } = statSync(file)
  writeSync(openSync(file, 'r+'), Buffer.alloc(64, 0xa5), 0, 64, size - 64)
}
