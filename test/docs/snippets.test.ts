import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { unknownApi } from '../app/support/more-operations.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Runs the Playground's snippets as if they were pasted, with texts that are difficult to quote. */

const lacksRequests =
  spawnSync('python3', ['-c', 'import requests']).status !== 0 && 'there is no python3 with requests here'

const PLACE_NAME = `Widow's "Hill" & Sons, 5 % \\ Süd 🐚`
const PLACE_ARRIVED = /Widow\\?'s "Hill" & Sons, 5 % \\\\ Süd 🐚/
const FILE = `kettle's, "blue".html`

const folder = tempFolder()
let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp({}, unknownApi)
  parserId = await service.parser({ fields: { title: 'h1' } })
  writeFileSync(join(folder, FILE), '<h1>Kettle</h1>')
})
after(() => service.stop())

/** A program, and the statement that makes it print the status of its `response` at the end. */
const LANGUAGES = {
  JavaScript: {
    skip: false,
    program: [process.execPath, '--input-type=module', '-e'],
    status: 'console.log(response.status)',
  },
  Python: { skip: lacksRequests, program: ['python3', '-c'], status: 'print(response.status_code)' },
}

/** Calls, and what in their answers shows that the values were sent correctly. */
const CALLS = [
  {
    what: 'a GET',
    id: 'weathersite-forecast',
    request: () => ({ method: 'GET', input: { place: PLACE_NAME, days: 2 } }),
    arrived: PLACE_ARRIVED,
  },
  {
    what: 'a POST',
    id: 'weathersite-forecast',
    request: () => ({ method: 'POST', input: { place: PLACE_NAME, days: 2 } }),
    arrived: PLACE_ARRIVED,
  },
  {
    what: 'a POST of nested values',
    id: 'parser-validate',
    request: () => ({
      input: { schema: { fields: { title: { css: 'h1', required: true, const: null } } } },
    }),
    arrived: /title/,
  },
  {
    what: 'an upload',
    id: 'parse',
    request: () => ({ input: { parserId, html: [FILE] } }),
    arrived: /title'?: 'Kettle'/,
  },
]

async function snippet(language: string, id: string, request: Record<string, unknown>): Promise<string> {
  const { json } = await service.admin(`/admin/operations/${id}/snippets`, request)
  return json.data.find((one: { language: string }) => one.language === language).code
}

for (const [language, { skip, program, status }] of Object.entries(LANGUAGES))
  describe(`a ${language} snippet runs as it is`, { skip }, () => {
    for (const { what, id, request, arrived } of CALLS)
      test(`for ${what}`, async () => {
        const code = `${await snippet(language, id, request())}\n${status}`
        const [command, ...args] = program
        const env = { ...process.env, KEY: service.key, PYTHONIOENCODING: 'utf-8', NO_PROXY: '127.0.0.1' }
        const { stdout } = await promisify(execFile)(command!, [...args, code], { cwd: folder, env })
        assert.match(stdout, /\n200\r?\n$/)
        assert.match(stdout, arrived)
      })
  })
