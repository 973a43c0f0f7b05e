import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isLong } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { type KillableService, startKillableService } from './support/killable-service.ts'

const ROWS = isLong ? 100_000 : 20_000
const COLUMNS = [{ name: 'n', type: 'integer' }]

/** On a busy machine, everything may be written before the kill. The test is then repeated with another database. */
const ATTEMPTS = 5

const folder = tempFolder()
let mortal: KillableService
before(async () => {
  mortal = await startKillableService(folder, {})
})
after(() => mortal.stop())

const csvOf = (rows: number) => `n\n${Array.from({ length: rows }, (_, i) => i).join('\n')}\n`

/** Sends the file once, with a key made from the database. Resolves to null if the service is killed meanwhile. */
function send(id: string, rows = ROWS) {
  const body = new FormData()
  body.append('file', new Blob([csvOf(rows)]), 'rows.csv')
  const headers = { 'idempotency-key': `import into ${id}` }
  return mortal.send(`/v1/databases/${id}/import`, { method: 'POST', headers, body }).catch(() => null)
}

const countOf = async (id: string): Promise<number> => (await mortal.call(`/v1/databases/${id}`)).row_count

/** Kills a service during an import. Returns how many rows were written by then. */
async function killWhileImporting(mode: object) {
  const { id } = await mortal.call('/v1/databases', { name: 'Numbers', columns: COLUMNS, ...mode })
  const answer = send(id)
  while (!(await countOf(id))) await pause(1)
  await mortal.kill()
  assert.equal((await answer)?.ok ?? false, false)
  await mortal.start()
  return { id, written: await countOf(id) }
}

async function killHalfWay(mode: object) {
  let killed = await killWhileImporting(mode)
  for (let attemptsLeft = ATTEMPTS - 1; attemptsLeft && killed.written === ROWS; attemptsLeft--)
    killed = await killWhileImporting(mode)
  return killed
}

async function numbersIn(id: string): Promise<number[]> {
  const lines = (await (await mortal.send(`/v1/databases/${id}/export`)).text()).trim().split('\n')
  return lines.map(line => JSON.parse(line).n)
}

const MODES = [
  { write_mode: 'append' },
  { write_mode: 'append', primary_key: ['n'] },
  { write_mode: 'replace', primary_key: ['n'] },
]

for (const mode of MODES)
  test(`an import that was interrupted by \`kill -9\` continues where it was, with ${JSON.stringify(mode)}`, async () => {
    const { id, written } = await killHalfWay(mode)
    assert.ok(written > 0 && written < ROWS, `${written} rows were written`)

    const answer = await send(id)
    const { added, unchanged, removed } = (await answer!.json()) as Record<string, number>
    assert.deepEqual([answer!.status, added, unchanged, removed], [200, ROWS, 0, 0])
    const numbers = await numbersIn(id)
    assert.deepEqual([numbers.length, new Set(numbers).size], [ROWS, ROWS])
    const again = await send(id)
    assert.equal(again!.headers.get('idempotency-replayed'), 'true')
  })

test('another file under the Idempotency-Key of an interrupted import is imported from its start', async () => {
  const { id, written } = await killHalfWay({ write_mode: 'append' })
  const { added } = (await (await send(id, 3))!.json()) as Record<string, number>
  assert.deepEqual([added, await countOf(id)], [3, written + 3])
})
