import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Platform, startPlatform } from '../extraction/support/platform.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { codeBlocks } from './support/start-with-operations.ts'

/** The commands of the README and the guides, run as a reader would: page after page, in the same folder and shell. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const lacksCurl = spawnSync('curl', ['--version']).error && 'there is no curl here'

const PAGES = [
  'README.md',
  'docs/rest.md',
  'docs/reading.md',
  'docs/fetching.md',
  'docs/sessions.md',
  'docs/saved-files.md',
  'docs/jobs.md',
  'docs/databases.md',
  'docs/crons.md',
  'docs/workflows.md',
  'docs/workflow-runs.md',
  'docs/webhooks.md',
  'docs/cli.md',
]

/** Blocks that install, start or test Winnow, which this test has already done. */
const isSetUp = (block: string) => /^npm (install|start|test)\b/.test(block)

/** A refused call ends the commands and prints the answer. */
const SHELL = 'set -ea; curl() { command curl -sS --fail-with-body "$@"; echo; }\n'

/** A line for the reader to fill in: `JOB=job_…`. */
const PLACEHOLDER = /^(\w+)=([a-z]+)_…$/m

let site: LocalSite
let platform: Platform
let service: TestApp
const folder = tempFolder()
const variables: Record<string, string> = {}

before(async () => {
  site = await startLocalSite()
  const kettle = '<h1>Kettle</h1> <p class="price">24.50</p> <a href="/p/jug">Jug</a>'
  site.on('/', { body: kettle })
  site.on('/winnow', { body: 'received' })
  platform = await startPlatform()
  service = await startTestApp({
    data_dir: join(folder, 'data'),
    allow_hosts: '127.0.0.1',
    videosite_url: platform.url,
  })
  const bin = join(folder, 'path')
  mkdirSync(bin)
  const winnow = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'winnow.mjs')}' "$@"\n`
  writeFileSync(join(bin, 'winnow'), winnow, { mode: 0o755 })
  for (const name of ['package.json', 'bin', 'server']) symlinkSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'cookies.txt'), '.shop.example\tTRUE\t/\tTRUE\t0\tsid\tabc\n')
  Object.assign(variables, {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    WINNOW_DATA_DIR: join(folder, 'data'),
  })
})
after(async () => {
  await service.stop()
  await site.close()
  await platform.close()
})

/** Replaces the addresses in the guides by those of local sites. */
const local = (commands: string) =>
  commands
    .replaceAll('http://127.0.0.1:8787', service.url)
    .replaceAll('https://example.com', site.url)
    .replaceAll('@someone', '@tidepoolstudio')

/** Runs commands, keeps the variables that they set, and returns their output. */
async function shell(commands: string): Promise<string> {
  const keep = '\necho "--- variables"; env | grep -E "^(KEY|URL)="'
  const child = spawn('bash', ['-c', SHELL + local(commands) + keep], {
    cwd: folder,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise(resolve => child.once('exit', resolve))
  const [code, printed, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
  assert.equal(code, 0, `${commands}\n\n${printed}${errors}`)
  const [output = '', set = ''] = printed.split('--- variables\n')
  for (const [, name, value] of set.matchAll(/^(\w+)=(.+)$/gm)) variables[name!] = value!
  return output
}

/** The last printed id of a kind, as a reader would copy it. */
function idIn(output: string, kind: string): string {
  const ids = [...output.matchAll(new RegExp(`"id": ?"(${kind}_\\w+)"`, 'g'))]
  assert.ok(ids.length, `No answer has an id ${kind}_…:\n${output}`)
  return ids.at(-1)![1]!
}

/** Runs a block; each placeholder gets the id that was printed before it. */
async function runBlock(block: string, printed: string): Promise<string> {
  const found = PLACEHOLDER.exec(block)
  if (!found) return printed + (await shell(block))
  const [line, name, kind] = found
  const commands = block.slice(0, found.index)
  const output = printed + (commands.trim() && (await shell(commands)))
  variables[name!] = idIn(output, kind!)
  return runBlock(block.slice(found.index + line.length), output)
}

/** Pages whose commands start services, build packages, or belong to other programs. */
const NOT_RUN = ['docs/install.md', 'docs/mcp.md', 'docs/benchmarks.md', 'docs/workers.md']

test('the commands of every page are run, except on the pages listed here', () => {
  const withCommands = globSync('docs/*.md', { cwd: root }).filter(
    page => codeBlocks(readFileSync(join(root, page), 'utf8'), 'sh').length,
  )
  assert.deepEqual(
    withCommands.filter(page => ![...PAGES, ...NOT_RUN].includes(page)),
    [],
  )
})

describe('all commands run without an error in', { skip: lacksCurl }, () => {
  for (const page of PAGES)
    test(page, async () => {
      const commands = codeBlocks(readFileSync(join(root, page), 'utf8'), 'sh').filter(
        block => !isSetUp(block),
      )
      assert.ok(commands.length)
      let printed = ''
      for (const block of commands) printed = await runBlock(block, printed)
      await CHECKS[page]?.(printed)
    })
})

const read = async (path: string) =>
  (await service.call(path, { headers: { 'x-api-key': variables.KEY! } })).json

/** What a page promises about its commands, besides that none fails. */
const CHECKS: Record<string, (printed: string) => Promise<void> | void> = {
  'README.md'(printed) {
    const [example] = codeBlocks(readFileSync(join(root, 'README.md'), 'utf8'), 'json')
    const answers = printed.split('\n').filter(line => line.startsWith('{'))
    const exampleJson = JSON.stringify(JSON.parse(example!))
    assert.ok(answers.includes(exampleJson), `${exampleJson} is not among:\n${answers.join('\n')}`)
  },
  async 'docs/sessions.md'() {
    const { state, cookies } = await read(`/v1/sessions/${variables.SESSION}`)
    assert.deepEqual([state, cookies], ['ready', 1])
  },
  async 'docs/jobs.md'() {
    const { state, counts } = await read(`/v1/batches/${variables.BATCH}`)
    assert.deepEqual([state, counts.completed], ['completed', 2])
  },
  async 'docs/databases.md'() {
    const { data } = await read(`/v1/databases/${variables.DATABASE}/changes`)
    assert.ok(data.some((change: { source: { job_id?: string } }) => change.source.job_id === variables.JOB))
  },
  async 'docs/crons.md'() {
    const [job] = (await read(`/v1/jobs?cron_id=${variables.CRON}`)).data
    const { state, database_id } = await service.ended(`/v1/jobs/${job.id}`, variables.KEY)
    assert.deepEqual([state, database_id], ['completed', variables.DATABASE])
  },
  async 'docs/workflow-runs.md'() {
    const { state, steps } = await service.ended(`/v1/workflow-runs/${variables.RUN}`, variables.KEY)
    assert.equal(state, 'completed')
    const { items_in, items_failed } = steps.find(({ node_id }: { node_id: string }) => node_id === 'rows')
    assert.deepEqual([items_in, items_failed], [1, 0])
  },
}
