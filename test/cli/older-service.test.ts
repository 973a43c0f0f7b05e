import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../server/cli/client.ts'
import { run } from '../support/run-cli.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()

/** The status of the first version. */
const STATUS = {
  version: '0.1.0',
  pid: process.pid,
  data_dir: folder,
  uptime_seconds: 1,
  running: 0,
  warnings: [],
}

/** A service from before an update: it knows few paths, and some of its answers lack fields. */
const older = createServer((request, response) => {
  const answers: Record<string, unknown> = {
    '/admin/status': STATUS,
    '/admin/storage': { folder, data: [] },
    '/admin/operations': { data: [] },
    '/admin/diagnostics': { browser: null, changed_settings: {} },
  }
  const body = answers[request.url!]
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? { error: 'There is nothing at this path.' }))
})

before(async () => {
  await new Promise<void>(resolve => older.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(older.address() as AddressInfo).port}`
  writeFileSync(
    join(folder, 'winnow.lock'),
    JSON.stringify({ pid: process.pid, address, token: 'x', brief: false }),
  )
})
after(() => older.close())

describe('while an older service runs', () => {
  test('winnow status shows its status and warns that it is older', async () => {
    const { code, stdout } = await run(['status', '--data-dir', folder])
    assert.equal(code, 0)
    assert.match(stdout, /^Winnow 0\.1\.0 runs at/)
    assert.match(stdout, /^Warning: the running service is an older Winnow\. Restart it\.$/m)
  })

  for (const command of ['storage', 'storage --count', 'compact', 'session list', 'read http://a.test/'])
    test(`winnow ${command} says that it is older`, async () => {
      const { code, stderr } = await run([...command.split(' '), '--data-dir', folder])
      assert.equal(code, 1)
      assert.equal(stderr, 'The running service is an older Winnow and cannot do this. Restart it.\n')
    })

  test('winnow doctor says what it cannot check for that reason, and checks the rest', async () => {
    const { stdout } = await run(['doctor', '--data-dir', folder])
    assert.match(stdout, /^NOT OK +store +not checked: The running service is an older Winnow/m)
    assert.match(stdout, /^ok +service +runs at/m)
  })
})

test('a path that the service does not know is reported as an older Winnow, a missing record is not', async t => {
  const { app, stop } = await startTestApp()
  t.after(stop)
  const client = createClient({ address: app.address, token: app.adminToken })
  await assert.rejects(client.admin('GET', '/admin/none'), /is an older Winnow/)
  await assert.rejects(client.admin('POST', '/admin/sessions/none/open'), /^RefusedError: (?!.*older)/)
})
