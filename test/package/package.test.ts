import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { CHANNELS } from '../../electron/bridge.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../pages/test-certificate.ts'
import { askOwner } from '../support/ask-owner.ts'
import { compiledFolder } from '../support/compiled.ts'
import { environment } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const dist = compiledFolder()
const dataFolder = tempFolder()
const data = ['--data-dir', dataFolder]
const winnow = join(dist, 'bin', 'winnow.mjs')

/** Starts the compiled service; returns its address and a function that stops it. */
function serve(
  flags: string[] = [],
  variables: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const env = environment(variables)
  const child = spawn(process.execPath, [winnow, 'serve', '--port', '0', ...data, ...flags], { env })
  const exited = new Promise(resolve => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    child.stderr.on('data', chunk => reject(new Error(String(chunk))))
    child.stdout.on('data', chunk => {
      const url = /ready at (\S+)/.exec(String(chunk))?.[1]
      const stop = () => {
        child.kill('SIGTERM')
        return exited
      }
      if (url) resolve({ url, stop })
    })
  })
}

/** Creates a key and returns a function that posts with it; a body that is not a form is sent as JSON. */
function poster(url: string) {
  const key = execFileSync(process.execPath, [winnow, 'keys', 'create', ...data], { encoding: 'utf8' }).trim()
  return async (path: string, body: FormData | object): Promise<Record<string, string>> => {
    const isForm = body instanceof FormData
    const headers = { 'x-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: isForm ? body : JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
}

describe('the compiled package', () => {
  test('has no sources and no tests', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      files.filter(name => /\.(ts|tsx|map)$|\.test\.|^test/.test(name)),
      [],
    )
    assert.ok(files.includes(join('server', 'threads', 'worker.js')))
    assert.ok(files.includes(join('server', 'store', 'migrations', '0001-accounts.sql')))
    assert.ok(files.includes(join('app', 'index.html.br')))
    for (const browser of ['chromium', 'firefox'])
      assert.ok(files.includes(join('app', 'extension', `winnow-${browser}.zip`)))
    assert.ok(
      files.some(name => /^app.assets.workflow-runs-[\w-]{8}\.js\.br$/.test(name)),
      'the guides',
    )
  })

  test('has only Latin-1 characters in its programs, since any other doubles the memory that the engine needs for a file', () => {
    const programs = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name =>
      /^(server|electron).*\.c?js$/.test(name),
    )
    assert.ok(programs.length > 20)
    const wide = programs.filter(name => /[\u0100-\uffff]/.test(readFileSync(join(dist, name), 'utf8')))
    assert.deepEqual(wide, [])
  })

  test('does not load modules of Node that it rarely needs, such as HTTP/2, when it starts', () => {
    const app = join(dist, 'server', 'app.js')
    const script = `import(${JSON.stringify(pathToFileURL(app).href)}).then(() => console.log(process.moduleLoadList.join('\\n')))`
    const loaded = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).split('\n')
    const spared = [
      'internal/crypto/webcrypto',
      'internal/util/diff',
      'cluster',
      'internal/deps/undici/undici',
      'http2',
    ]
    assert.deepEqual(
      spared.filter(name => loaded.includes(`NativeModule ${name}`)),
      [],
    )
  })

  test('loads HTTP/2 when it first fetches from a site that uses it', async t => {
    const site = createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) =>
      response.end(`<h1>HTTP ${request.httpVersion}</h1>`),
    )
    await once(site.listen(0, '127.0.0.1'), 'listening')
    t.after(() => site.close())
    const trusted = join(tempFolder(), 'certificate.pem')
    writeFileSync(trusted, TEST_CERTIFICATE)
    const { url, stop } = await serve(['--allow-hosts', '127.0.0.1'], { NODE_EXTRA_CA_CERTS: trusted })
    t.after(stop)
    const post = poster(url)
    const { id } = await post('/v1/parsers', { name: 't', schema: { fields: { title: 'h1' } } })
    const page = `https://127.0.0.1:${(site.address() as AddressInfo).port}/`
    assert.deepEqual(await post(`/v1/scrape/${id}`, { url: page }), { title: 'HTTP 2.0' })
  })

  test('loads modules for phone numbers, old doctypes and descriptions of crons when they are first needed', async t => {
    const { url, stop } = await serve()
    t.after(stop)
    const post = poster(url)
    // Only in quirks mode, which this old doctype causes, may a paragraph contain a table.
    const page = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">
      <p><a href="tel:1">+49 (0)30 901820</a><table><td>in</table></p>`
    const fields = { phone: { css: 'a', type: 'phone' }, inside: 'p > table td' }
    const parser = await post('/v1/parsers', { name: 'old', schema: { fields } })
    const form = new FormData()
    form.append('html', new Blob([page]), 'page.html')
    assert.deepEqual(await post(`/v1/parse/${parser.id}`, form), { phone: '+4930901820', inside: 'in' })
    const cron = await post('/v1/crons/preview', { expression: '0 9 * * 1-5', timezone: 'UTC' })
    assert.equal(cron.reading, 'At 09:00, Monday through Friday')
  })

  test('lists tools over MCP, and builds the MCP bundle', async () => {
    const { url, stop } = await serve()
    const { token } = JSON.parse(readFileSync(join(dataFolder, 'winnow.lock'), 'utf8'))
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (path: string, more: Record<string, string>, body: object) =>
      fetch(url + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
    const owner = { authorization: `Bearer ${token}` }
    const bundle = await fetch(`${url}/admin/tools/bundle`, { headers: owner })
    const { base64 } = (await bundle.json()) as { base64: string }
    assert.equal(Buffer.from(base64, 'base64').subarray(0, 2).toString(), 'PK')
    const { secret } = (await (await post('/admin/keys', owner, {})).json()) as { secret: string }
    const list = await post('/mcp', { 'x-api-key': secret }, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    assert.match(await list.text(), /"name":"videosite_channel"/)
    await stop()
  })

  test('serves the app, parses a page in a thread, and has the samples', async () => {
    const { url, stop } = await serve()
    const post = poster(url)
    const { id } = await post('/v1/parsers', { name: 't', schema: { fields: { title: 'h1' } } })
    const form = new FormData()
    form.append('html', new Blob(['<h1>Kettle</h1>']), 'page.html')
    assert.deepEqual(await post(`/v1/parse/${id}`, form), { title: 'Kettle' })
    const samples = await askOwner(dataFolder, '/admin/samples')
    assert.ok(samples.data.length > 0)
    const page = await fetch(`${url}/app/`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<div id="root">/)
    await stop()
  })

  test('has a preload script that needs only what a sandboxed window provides', () => {
    const shown: Record<string, object> = {}
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, api: object) => Object.assign(shown, { [name]: api }),
      },
      ipcRenderer: {},
    }
    const require = (name: string) => {
      if (name === 'electron') return electron
      throw new Error(`A sandboxed preload has no module ${name}.`)
    }
    const code = readFileSync(join(dist, 'electron', 'preload.cjs'), 'utf8')
    runInNewContext(code, { require, exports: {}, module: { exports: {} } })
    assert.deepEqual(Object.keys(shown.winnow!), CHANNELS)
  })
})
