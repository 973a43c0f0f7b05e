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
import { blocks } from './support/start-with-list.ts'

/** The commands of the README and the guides, one page after the other in one folder and one shell, as a reader runs them. */

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

/** What starts Winnow or tests it, which this test has done already. */
const isSetUp = (block: string) => /^npm (install|start|test)\b/.test(block)

/** A refused call ends the commands, with the answer on the screen. */
const SHELL = 'set -ea; curl() { command curl -sS --fail-with-body "$@"; echo; }\n'

/** A line that a reader fills in: `JOB=job_…`. */
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

/** The addresses of the guides, as the local sites that stand in for them. */
const local = (commands: string) =>
  commands
    .replaceAll('http://127.0.0.1:8787', service.url)
    .replaceAll('https://example.com', site.url)
    .replaceAll('@someone', '@tidepoolstudio')

/** Runs commands, keeps the variables that they set, and gives what they printed. */
async function shell(commands: string): Promise<string> {
  const keep = '\necho "--- variables"; env | grep -E "^(KEY|URL)="'
  const child = spawn('bash', ['-c', SHELL + local(commands) + keep], {
    cwd: folder,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const [code, printed, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  assert.equal(code, 0, `${commands}\n\n${printed}${errors}`)
  const [output = '', set = ''] = printed.split('--- variables\n')
  for (const [, name, value] of set.matchAll(/^(\w+)=(.+)$/gm)) variables[name!] = value!
  return output
}

/** The id that the last answer of a kind has, as a reader copies it. */
function idIn(output: string, kind: string): string {
  const ids = [...output.matchAll(new RegExp(`"id": ?"(${kind}_\\w+)"`, 'g'))]
  assert.ok(ids.length, `No answer has an id ${kind}_…:\n${output}`)
  return ids.at(-1)![1]!
}

/** Runs a block; at each placeholder the id that was printed before takes its place. */
async function runBlock(block: string, printed: string): Promise<string> {
  const found = PLACEHOLDER.exec(block)
  if (!found) return printed + (await shell(block))
  const [line, name, kind] = found
  const commands = block.slice(0, found.index)
  const output = printed + (commands.trim() && (await shell(commands)))
  variables[name!] = idIn(output, kind!)
  return runBlock(block.slice(found.index + line.length), output)
}

/** Their commands start services, build packages, or belong to other programs. */
const NOT_RUN = ['docs/install.md', 'docs/mcp.md', 'docs/benchmarks.md', 'docs/workers.md']

test('every page with commands is among those that are run', () => {
  const withCommands = globSync('docs/*.md', { cwd: root }).filter(
    page => blocks(readFileSync(join(root, page), 'utf8'), 'sh').length,
  )
  assert.deepEqual(
    withCommands.filter(page => ![...PAGES, ...NOT_RUN].includes(page)),
    [],
  )
})

describe('the commands of the guides run from end to end', { skip: lacksCurl }, () => {
  for (const page of PAGES)
    test(page, async () => {
      const commands = blocks(readFileSync(join(root, page), 'utf8'), 'sh').filter(block => !isSetUp(block))
      assert.ok(commands.length)
      let printed = ''
      for (const block of commands) printed = await runBlock(block, printed)
      await CHECKS[page]?.(printed)
    })
})

const read = async (path: string) =>
  (await service.call(path, { headers: { 'x-api-key': variables.KEY! } })).json

/** What a page promises of its commands, beyond that none is refused. */
const CHECKS: Record<string, (printed: string) => Promise<void> | void> = {
  'README.md'(printed) {
    const [promised] = blocks(readFileSync(join(root, 'README.md'), 'utf8'), 'json')
    const answers = printed.split('\n').filter(line => line.startsWith('{'))
    const shown = JSON.stringify(JSON.parse(promised!))
    assert.ok(answers.includes(shown), `${shown} is not among:\n${answers.join('\n')}`)
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
