import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { compiledFolder } from '../support/compiled.ts'
import { environment } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const dist = compiledFolder()
const late = join(dist, 'server', 'late')

/** What a process of the service did until it stopped, in order. */
interface StartActivity {
  /** Addresses of the files that it loaded. */
  files: string[]
  /** Flags of V8 that it set, and `ready` where it was. */
  flags: string[]
}

/** Records what `StartActivity` holds, in the process that serves. Written to the named file when it ends. */
const spyCode = (file: string) => `
import module from 'node:module'
import v8 from 'node:v8'
import { writeFileSync } from 'node:fs'
const files = []
const flags = []
module.registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
const { setFlagsFromString } = v8
v8.setFlagsFromString = flag => (flags.push(flag), setFlagsFromString(flag))
const { log } = console
console.log = text => (flags.push('ready'), log(text))
process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify({ files, flags })))
`

/** Starts the compiled service with flags of Node, waits until it is ready, and stops it. */
async function watchStart(flags: string[] = []): Promise<StartActivity> {
  const folder = tempFolder()
  const [spyFile, activityFile] = [join(folder, 'spy.mjs'), join(folder, 'seen.json')]
  writeFileSync(spyFile, spyCode(activityFile))
  const winnow = join(dist, 'bin', 'winnow.mjs')
  const args = [...flags, '--import', spyFile, winnow, 'serve', '--port', '0', '--data-dir', folder]
  const child = spawn(process.execPath, args, { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (/is ready/.test(line)) break
  child.kill('SIGTERM')
  await exited
  return JSON.parse(readFileSync(activityFile, 'utf8')) as StartActivity
}

describe('the start of the compiled service', () => {
  test('loads none of the packages that it does not need yet', async () => {
    const { files } = await watchStart()
    assert.ok(files.some(file => file.endsWith('/server/app.js')))
    assert.deepEqual(
      files.filter(file => file.includes('/server/late/')),
      [],
    )
  })

  test('has each of these packages as a file of its own, with what is used of it', () => {
    const require = createRequire(import.meta.url)
    const exported = Object.fromEntries(
      readdirSync(late).map(file => [file, Object.keys(require(join(late, file)))]),
    )
    assert.deepEqual(exported['undici.cjs'], ['Agent', 'Pool', 'ProxyAgent', 'buildConnector'])
    assert.ok(exported['parse5.cjs']?.includes('parse'))
    assert.ok(exported['libphonenumber-js-min.cjs']?.includes('parsePhoneNumberFromString'))
    assert.ok(exported['cronstrue.cjs']?.includes('default'))
    assert.ok(exported['iconv-lite-encodings-index.cjs']?.includes('shiftjis'))
  })

  test('keeps V8 from compiling faster code at first, and lets it do so in the end', async t => {
    if (!['x64', 'arm64'].includes(process.arch)) return t.skip('only known of x64 and arm64')
    const { flags } = await watchStart()
    assert.deepEqual(flags.slice(0, 3), ['--no-sparkplug', '--no-maglev', '--no-opt'])
    // On a slow machine the time is up before the service is ready.
    const later = flags.slice(3).filter(flag => flag !== 'ready')
    assert.deepEqual(later.slice(0, 3), ['--sparkplug', '--maglev', '--opt'])
    assert.ok(flags.includes('ready'))
    assert.ok(!later.some(flag => flag.startsWith('--no-')))
  })

  test('leaves the compilers alone when a flag chooses among them', async () => {
    const { flags } = await watchStart(['--no-maglev'])
    assert.deepEqual(flags, ['ready'])
  })
})
