import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import {
  type CommandResult,
  output,
  run,
  runWithClosedOutput,
  type ServiceProcess,
  startServe,
} from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const data = ['--data-dir', folder]
const page = join(folder, 'page of a kettle.html')
const call = (...args: string[]): Promise<CommandResult> => run(['call', ...args, ...data])
const callWith = (input: string, ...args: string[]) => run(['call', ...args, ...data], {}, {}, input)
const ok = async (...args: string[]) => JSON.parse(await output(['call', ...args, ...data]))

let site: LocalSite
let served: ServiceProcess
let parserId: string

before(async () => {
  writeFileSync(page, '<h1>Kettle</h1><b>9</b>')
  site = await startLocalSite()
  site.on('/kettle', { body: '<h1>Fetched kettle</h1>' })
  served = await startServe(['--allow-hosts', '127.0.0.1', ...data])
  const schema = JSON.stringify({ fields: { title: { css: 'h1', required: true } } })
  parserId = (await ok('parser-create', 'name=shop', `schema=${schema}`)).id
})
after(async () => {
  await served.stop()
  await site.close()
})

describe('winnow call', () => {
  test('without arguments lists every operation that a key may call', async () => {
    const lines = (await output(['call', ...data])).split('\n')
    const { data: operations } = await askOwner(folder, '/admin/operations')
    assert.deepEqual(
      lines.map(line => line.split(' ')[0]),
      operations.map(({ id }: { id: string }) => id),
    )
    assert.ok(lines.some(line => /^credits +\w.*\.$/.test(line)))
    assert.deepEqual(await ok('--json'), operations)
  })

  test('says how to name a missing file', async () => {
    const { code, stderr } = await call('parse', `parserId=${parserId}`)
    assert.deepEqual(
      [code, JSON.parse(stderr).hint],
      [1, 'Name a file, or `-` for standard input: html=FILE'],
    )
  })

  test('says that a field is not JSON', async () => {
    const { code, stderr } = await call('job-create', `parser_id=${parserId}`, 'input={')
    assert.equal(code, 1)
    assert.match(stderr, /^The field `input`: it is not JSON: /)
  })

  test('makes a GET call with fields in path and query', async () => {
    const parser = await ok('parser-get', `id=${parserId}`)
    assert.equal(parser.name, 'shop')
    const list = await ok('parser-list', 'limit=1')
    assert.equal(list.data.length, 1)
  })

  test('makes a POST call with fields in the body, and keeps `=` and `&` of an address', async () => {
    assert.deepEqual(await ok('scrape', `parserId=${parserId}`, `url=${site.url}/kettle?a=1&b=2==`), {
      title: 'Fetched kettle',
    })
    assert.equal(site.requests.at(-1)!.query.get('b'), '2==')
  })

  test('reads a file field from the file it names', async () => {
    assert.deepEqual(await ok('parse', `parserId=${parserId}`, `html=${page}`), { title: 'Kettle' })
    assert.deepEqual(await ok('parse', `parserId=${parserId}`, `html=@${page}`), { title: 'Kettle' })
  })

  test('reads a field that is not text from a JSON file, and names the field when there is no such file', async () => {
    const file = join(folder, 'schema.json')
    writeFileSync(file, '{"fields": {"price": "b"}}')
    const created = await ok('parser-create', 'name=from a file', `schema=@${file}`)
    assert.deepEqual(created.schema, { fields: { price: 'b' } })
    assert.equal((await ok('parser-create', 'name=@someone', `schema=@${file}`)).name, '@someone')
    const missing = await call('parser-create', 'name=x', 'schema=@/nowhere.json')
    assert.match(
      missing.stderr,
      /^The field `schema`: \/nowhere\.json does not exist, or its folder does not\.$/m,
    )
  })

  test('reads a file, a JSON field or all fields from standard input', async () => {
    const parsed = await callWith('<h1>Jug</h1>', 'parse', `parserId=${parserId}`, 'html=-')
    assert.deepEqual(JSON.parse(parsed.stdout), { title: 'Jug' })
    const schema = '{"fields": {"price": "b"}}'
    const created = await callWith(schema, 'parser-create', 'name=piped', 'schema=-')
    assert.deepEqual(JSON.parse(created.stdout).schema, JSON.parse(schema))
    const wholePage = await callWith(
      `\uFEFF{"name": "whole", "schema": ${schema}}`,
      'parser-create',
      '-',
      'name=outranked',
    )
    assert.equal(JSON.parse(wholePage.stdout).name, 'outranked')
    const twice = await callWith('{}', 'parser-create', '-', 'schema=-')
    assert.deepEqual([twice.code, twice.stdout], [1, ''])
    assert.match(twice.stderr, /Standard input cannot be read: it has already been read/)
  })

  test('reads all fields from a JSON file, and says what is wrong with an invalid one', async () => {
    const fields = join(folder, 'fields.json')
    writeFileSync(fields, '{"name": "listed", "schema": {"fields": {"price": "b"}}}')
    assert.equal((await ok('parser-create', `@${fields}`)).name, 'listed')
    const withoutAt = await call('parser-create', 'name=listed', `schema=${fields}`)
    assert.equal(withoutAt.stderr, `The field \`schema\`: to read the file ${fields}, write @${fields}\n`)
    writeFileSync(fields, '[]')
    assert.match((await call('parser-create', `@${fields}`)).stderr, /must hold a JSON object/)
    writeFileSync(fields, '{')
    assert.match((await call('parser-create', `@${fields}`)).stderr, /fields\.json is not JSON: /)
  })

  test('sends JSON in fields that are not text', async () => {
    const changed = await ok(
      'parser-replace',
      `id=${parserId}`,
      'name=store',
      'schema={"fields": {"title": {"css": "h1", "required": true}}}',
      'test_urls=["http://shop.example/"]',
    )
    assert.deepEqual([changed.name, changed.test_urls], ['store', ['http://shop.example/']])
  })

  test('imports the schema of another tool', async () => {
    const { format, schema } = await ok('parser-import', 'source={"title": {"selector": "h1"}}')
    assert.deepEqual([format, schema.fields], ['extract_rules', { title: 'h1' }])
  })

  test('prints text unchanged, and nothing for an empty answer', async () => {
    const docs = await call('api-docs', 'apiId=videosite-channel')
    assert.equal(docs.code, 0)
    assert.match(docs.stdout, /^# /)
    const spare = await ok('parser-create', 'name=spare', 'schema={"fields": {"title": "h1"}}')
    assert.deepEqual(await call('parser-delete', `id=${spare.id}`), { code: 0, stdout: '', stderr: '' })
  })

  test('prints no error when its output is closed early', async () => {
    assert.deepEqual(await runWithClosedOutput(['call', 'openapi', ...data]), { code: 0, stderr: '' })
  })

  test('imports rows from a file, filters them, and streams the export', async () => {
    const columns = 'columns=[{"name": "sku", "type": "string"}, {"name": "price", "type": "number"}]'
    const { id } = await ok('database-create', 'name=shop', columns)
    const file = join(folder, 'rows.csv')
    writeFileSync(file, `sku,price\n${Array.from({ length: 3_000 }, (_, i) => `s${i},${i}`).join('\n')}\n`)
    assert.equal((await ok('database-import', `id=${id}`, `file=${file}`)).added, 3_000)
    const some = await ok('database-rows', `id=${id}`, 'price[gte]=2998', 'sort=price')
    assert.deepEqual(
      some.data.map((row: { data: { sku: string } }) => row.data.sku),
      ['s2998', 's2999'],
    )
    const same = await ok('database-rows', `id=${id}`, 'filter={"price[lt]": 1}')
    assert.equal(same.data.length, 1)
    const { stdout } = await call('database-export', `id=${id}`, 'format=csv')
    assert.equal(stdout, readFileSync(file, 'utf8'))
    const brief = await runWithClosedOutput(['call', 'database-export', `id=${id}`, ...data])
    assert.deepEqual(brief, { code: 0, stderr: '' })
  })

  test('prints the events of a job, one per line, until it ends', async () => {
    const created = await ok('job-create', `parser_id=${parserId}`, `input={"url": "${site.url}/kettle"}`)
    const { stdout } = await call('job-events', `id=${created.id}`)
    const states = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).state)
    assert.equal(states.at(-1), 'completed')
    assert.deepEqual(await ok('job-result', `id=${created.id}`), { title: 'Fetched kettle' })
  })

  const lastState = ({ stdout }: CommandResult) => JSON.parse(stdout.trimEnd().split('\n').at(-1)!).state

  test('--follow prints the progress of a job or a batch until it ends', async () => {
    const input = `input={"url": "${site.url}/kettle"}`
    const created = await call('job-create', `parser_id=${parserId}`, input, '--follow')
    assert.deepEqual([created.code, lastState(created)], [0, 'completed'], created.stderr)
    const { id } = JSON.parse(created.stdout.split('\n')[0]!)
    const read = await call('job-get', `id=${id}`, '--follow')
    assert.equal(lastState(read), 'completed')
    const target = `target={"parser_id": "${parserId}"}`
    const items = `items=[{"input": {"url": "${site.url}/kettle"}}]`
    const batch = await call('batch-create', target, items, '--follow')
    assert.deepEqual([batch.code, lastState(batch)], [0, 'completed'])
  })

  test('--follow exits with 1 when a job or an item of a batch fails', async () => {
    const job = await call(
      'job-create',
      `parser_id=${parserId}`,
      `input={"url": "${site.url}/none"}`,
      '--follow',
    )
    assert.deepEqual([job.code, lastState(job)], [1, 'failed'])
    const inputs = ['kettle', 'none'].map(path => ({ input: { url: `${site.url}/${path}` } }))
    const target = `target={"parser_id": "${parserId}"}`
    const batch = await call('batch-create', target, `items=${JSON.stringify(inputs)}`, '--follow')
    assert.deepEqual([batch.code, lastState(batch)], [1, 'completed'], 'one of its items failed')
  })

  test('--follow is refused for an operation without events, and without a running service', async () => {
    const none = await call('credits', '--follow')
    assert.deepEqual([none.code, none.stdout], [1, ''])
    assert.match(none.stderr, /credits has no events/)
    const outcome = await run(['call', 'job-get', 'id=job_1', '--follow', '--data-dir', tempFolder()])
    assert.match(outcome.stderr, /Winnow is not running/)
    const refused = await call('job-create', 'parser_id=prs_none', 'input={"url": "x"}', '--follow')
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.deepEqual(Object.keys(JSON.parse(refused.stderr)), ['error', 'field'])
  })

  test('--verbose prints status, credits and source to standard error', async () => {
    const { stdout, stderr } = await call(
      'scrape',
      '--verbose',
      `parserId=${parserId}`,
      `url=${site.url}/kettle`,
    )
    assert.match(stderr, /^200 · 1 credit · http\n$/)
    assert.deepEqual(JSON.parse(stdout), { title: 'Fetched kettle' })
    const parsed = await call('parse', '--verbose', `parserId=${parserId}`, `html=${page}`)
    assert.match(parsed.stderr, /^200 · 1 credit\n$/, 'what was sent has no source')
    const input = `input={"url": "${site.url}/kettle"}`
    const job = await call('job-create', `parser_id=${parserId}`, input, '--follow', '--verbose')
    assert.match(job.stderr, /^200 · 1 credit\n$/, 'of the job, once it has ended')
  })
})

describe('calls from the command line', () => {
  test('use a key of their own, which no list of keys shows', async () => {
    await output(['keys', 'create', '--name', 'mine', ...data])
    await ok('parse', `parserId=${parserId}`, `html=${page}`)
    const [record] = (await askOwner(folder, '/admin/calls?limit=1')).data
    assert.deepEqual([record.operation, record.source, record.credits], ['parse', 'cli', 1])
    const { data: keys } = await askOwner(folder, '/admin/keys')
    assert.deepEqual(
      keys.map(({ name }: { name: string }) => name),
      ['mine'],
    )
    assert.match(record.key_id, /^key_/)
    assert.notEqual(record.key_id, keys[0].id)
  })

  test('are made for the account that --account or WINNOW_ACCOUNT names', async () => {
    await output(['keys', 'create', '--account', 'other', ...data])
    assert.equal((await ok('parser-list', '--account', 'other')).data.length, 0)
    const credits = JSON.parse(await output(['call', 'credits', ...data], { WINNOW_ACCOUNT: 'other' }))
    assert.equal(credits.creditBalance, 1000)
    const foreign = await call('parse', '--account', 'other', `parserId=${parserId}`, `html=${page}`)
    assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
    assert.deepEqual(Object.keys(JSON.parse(foreign.stderr)), ['error'])
  })

  test('start a service of their own when none is running', async () => {
    const dataDir = ['--data-dir', tempFolder()]
    const created = await output([
      'call',
      'parser-create',
      'name=a',
      'schema={"fields": {"t": "h1"}}',
      ...dataDir,
    ])
    const fields = [`parserId=${JSON.parse(created).id}`, `html=${page}`]
    assert.deepEqual(JSON.parse(await output(['call', 'parse', ...fields, ...dataDir])), { t: 'Kettle' })
    assert.equal(JSON.parse(await output(['call', 'credits', ...dataDir])).creditBalance, 999)
  })
})

describe('a refused call exits with 1', () => {
  test('and prints the error as JSON to standard error', async () => {
    const { code, stdout, stderr } = await call('scrape', `parserId=${parserId}`, `url=${site.url}/nothing`)
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(JSON.parse(stderr).detail, 'upstream_404')
  })

  for (const [what, args, answer] of [
    ['an id that is not given', ['parse', `html=${page}`], { field: 'parserId' }],
    ['an unknown field', ['credits', 'colour=red'], { field: 'colour' }],
  ] as const)
    test(`for ${what}, and its error names the field`, async () => {
      const { code, stdout, stderr } = await call(...args)
      assert.deepEqual([code, stdout], [1, ''])
      const body = JSON.parse(stderr)
      assert.equal(body.field, answer.field)
      assert.ok(body.hint)
    })

  for (const [what, args, says] of [
    [
      'an unknown operation',
      ['no-such'],
      /There is no operation no-such. `node .+ call --data-dir .+` lists them/,
    ],
    [
      'a slip of an operation',
      ['parser_creat'],
      /There is no operation parser_creat\. Did you mean parser-create\?/,
    ],
    ['a field without a value', ['credits', 'colour'], /Write fields as name=value; this is `colour`/],
    ['a missing file', ['parse', 'parserId=x', 'html=/no/file'], /Cannot read the file \/no\/file.*`html`/],
  ] as const)
    test(`for ${what}, before any request is sent`, async () => {
      const { code, stdout, stderr } = await call(...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
    })
})
