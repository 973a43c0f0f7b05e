import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'winnow-package-'))
const dist = join(folder, 'dist')
const data = ['--data-dir', join(folder, 'data')]
const winnow = join(dist, 'bin', 'winnow.mjs')

/** Starts the compiled service; gives its address and the function that stops it. */
function serve(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = spawn(process.execPath, [winnow, 'serve', '--port', '0', ...data])
  const ended = new Promise(resolve => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    child.stderr.on('data', chunk => reject(new Error(String(chunk))))
    child.stdout.on('data', chunk => {
      const url = /ready at (\S+)/.exec(String(chunk))?.[1]
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      if (url) resolve({ url, stop })
    })
  })
}

describe('the compiled package', () => {
  before(() => {
    execFileSync(process.execPath, [join(root, 'build', 'package.mjs'), dist])
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('holds no sources and no tests', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      files.filter(name => /\.ts$|\.test\.|^test/.test(name)),
      [],
    )
    assert.ok(files.includes(join('server', 'workers', 'worker.js')))
    assert.ok(files.includes(join('server', 'store', 'migrations', '0001-accounts.sql')))
  })

  test('speaks to tool clients, and makes their bundle', async () => {
    const { url, stop } = await serve()
    const { token } = JSON.parse(readFileSync(join(data[1]!, 'winnow.lock'), 'utf8'))
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (path: string, more: Record<string, string>, body: object) =>
      fetch(url + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
    const owner = { authorization: `Bearer ${token}` }
    const { base64 } = (await (await post('/admin/mcp/bundle', owner, {})).json()) as { base64: string }
    assert.equal(Buffer.from(base64, 'base64').subarray(0, 2).toString(), 'PK')
    const { secret } = (await (await post('/admin/keys', owner, {})).json()) as { secret: string }
    const list = await post('/mcp', { 'x-api-key': secret }, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    assert.match(await list.text(), /"name":"videosite_channel"/)
    await stop()
  })

  test('serves, and parses a page in its worker', async () => {
    const { url, stop } = await serve()
    const key = execFileSync(process.execPath, [winnow, 'keys', 'create', ...data], {
      encoding: 'utf8',
    }).trim()
    const post = async (path: string, body: RequestInit['body'], type?: string) => {
      const headers = { 'x-api-key': key, ...(type && { 'content-type': type }) }
      return (await (await fetch(url + path, { method: 'POST', headers, body: body! })).json()) as Record<
        string,
        string
      >
    }
    const { id } = await post(
      '/v1/parsers',
      '{"name": "t", "schema": {"fields": {"title": "h1"}}}',
      'application/json',
    )
    const form = new FormData()
    form.append('html', new Blob(['<h1>Kettle</h1>']), 'page.html')
    assert.deepEqual(await post(`/v1/parse/${id}`, form), { title: 'Kettle' })
    await stop()
  })
})
