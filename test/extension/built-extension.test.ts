import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { buildExtension } from '../../build/extension.mjs'
import { serviceAddress } from '../../extension/pairing.ts'
import { ROUTES } from '../../extension/service.ts'
import type { Operation } from '../../server/operations/operation.ts'
import { startWithOperations } from '../docs/support/start-with-operations.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const read = (browser: string, name: string) => readFileSync(join(folder, browser, name), 'utf8')
const manifestOf = (browser: string) => JSON.parse(read(browser, 'manifest.json'))

describe('the built extension', () => {
  before(() => buildExtension(folder))

  for (const browser of ['chromium', 'firefox']) {
    test(`requests in ${browser} only the clicked tab, scripting and storage, and connects only to this machine`, () => {
      const { permissions, host_permissions, content_security_policy, ...rest } = manifestOf(browser)
      assert.deepEqual(permissions, ['activeTab', 'scripting', 'storage'])
      assert.deepEqual(host_permissions, ['http://127.0.0.1/*', 'http://localhost/*'])
      const policy = content_security_policy.extension_pages
      assert.match(
        policy,
        /default-src 'none'; .*connect-src http:\/\/127\.0\.0\.1:\* http:\/\/localhost:\*;/,
      )
      assert.ok(!('content_scripts' in rest) && !('optional_host_permissions' in rest))
    })

    test(`contains in ${browser} all files that its manifest and its popup refer to`, () => {
      const { version, icons, background, action } = manifestOf(browser)
      assert.equal(version, JSON.parse(readFileSync('package.json', 'utf8')).version)
      const named = [...Object.values<string>(icons), action.default_popup, 'popup.js', 'popup.css']
      const worker = background.service_worker ?? background.scripts[0]
      const files = unzipSync(readFileSync(join(folder, `winnow-${browser}.zip`)))
      for (const name of [...named, worker, 'manifest.json']) assert.ok(files[name]?.length, name)
    })
  }

  test('is byte for byte the same when it is built again', async () => {
    const first = readFileSync(join(folder, 'winnow-firefox.zip'))
    await buildExtension(folder)
    assert.deepEqual(readFileSync(join(folder, 'winnow-firefox.zip')), first)
  })
})

test('the extension calls operations by POST at the paths that the service defines', async () => {
  const { list, service } = await startWithOperations()
  await service.stop()
  const known = (id: string) => list.find(operation => operation.id === id) as Operation
  for (const [id, { path, files }] of Object.entries(ROUTES)) {
    const operation = known(id)
    assert.deepEqual([operation.method, operation.path], ['POST', path])
    assert.deepEqual(Object.keys(operation.files ?? {}), [...files])
    assert.ok(['run', 'public'].includes(operation.access), id)
  }
})

test('the extension pairs only with a service on this machine', () => {
  assert.equal(serviceAddress(' 127.0.0.1:8787/app '), 'http://127.0.0.1:8787')
  assert.equal(serviceAddress('http://localhost:9000'), 'http://localhost:9000')
  for (const other of [
    'https://winnow.example',
    'http://192.168.1.2:8787',
    'http://localhost.example',
    'file:///x',
    '',
  ])
    assert.equal(serviceAddress(other), null, other)
})
