import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const PAGE = '<h1>Kettle</h1><a href="steel">Steel</a>'
const SCHEMA = { fields: { title: 'h1', price: '.price', link: { css: 'a@href', type: 'url' } } }

const folder = tempFolder()
const page = join(folder, 'page.html')
const schema = join(folder, 'schema.json')
const extract = (...args: string[]) => run(['extract', ...args, '--data-dir', folder])

let site: LocalSite
before(async () => {
  writeFileSync(page, PAGE)
  writeFileSync(schema, JSON.stringify(SCHEMA))
  site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
})
after(() => site.close())

describe('winnow extract', () => {
  test('prints the data of a file or standard input, and why values are null, without a service', async () => {
    const { code, stdout, stderr } = await extract('--schema', schema, page, '--url', 'https://a.example/')
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout), { title: 'Kettle', price: null, link: 'https://a.example/steel' })
    assert.match(stderr, /^Created a store in .+\nprice is null: .+\n$/)
    const piped = await run(['extract', '--schema', schema, '-', '--data-dir', folder], {}, {}, PAGE)
    assert.equal(JSON.parse(piped.stdout).title, 'Kettle')
  })

  test('fails and says what is wrong with the schema or the arguments', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"fields": {"a": {"css": "h1["}}}')
    const { code, stderr } = await extract('--schema', broken, page)
    assert.equal(code, 1)
    assert.match(JSON.parse(stderr).field, /^schema\.fields\.a/)
    assert.match((await extract('--schema', '-', '-')).stderr, /not both/)
    assert.match((await extract('--schema', page, page)).stderr, /is not JSON/)
    assert.match((await extract(page)).stderr, /--schema/)
  })

  describe('with a service', () => {
    let served: ServiceProcess
    before(async () => {
      served = await startServe(['--allow-hosts', '127.0.0.1', '--data-dir', folder])
    })
    after(() => served.stop())

    test('fetches an address', async () => {
      const answer = JSON.parse((await extract('--schema', schema, `${site.url}/kettle`, '--json')).stdout)
      assert.equal(answer.data.link, `${site.url}/steel`)
      assert.equal(answer.nulls[0].field, 'price')
    })
  })
})
