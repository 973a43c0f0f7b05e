import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { run } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const schemaFile = (schema: unknown) => file('schema.json', JSON.stringify(schema))
const page = file('page.html', '<h1>Kettle</h1><p class="price">9 €</p>')

/** Runs `winnow parse` with a data folder that does not exist, so that it finds no service. */
const parse = (...args: string[]) =>
  run(['parse', ...args], { HOME: folder, WINNOW_DATA_DIR: join(folder, 'none') })

const parseInput = (input: string | Uint8Array, ...args: string[]) =>
  run(['parse', ...args], { WINNOW_DATA_DIR: join(folder, 'none') }, {}, input)

describe('winnow parse', () => {
  test('prints the data of a saved page as JSON, without a service or a data folder', async () => {
    const schema = schemaFile({
      fields: { title: 'h1', price: { css: '.price', type: 'number' }, brand: 'h2' },
    })
    const { code, stdout, stderr } = await parse(schema, page)
    assert.deepEqual([code, stderr], [0, ''])
    assert.deepEqual(JSON.parse(stdout), { title: 'Kettle', price: 9, brand: null })
    assert.ok(!existsSync(join(folder, 'none')))
    assert.equal((await parse(schema, page, '--json')).stdout, stdout)
  })

  test('reads either the schema or the page from standard input, and names a missing file', async () => {
    const schema = schemaFile({ fields: { title: 'h1' } })
    assert.deepEqual(JSON.parse((await parseInput(readFileSync(schema), '-', page)).stdout), {
      title: 'Kettle',
    })
    assert.deepEqual(JSON.parse((await parseInput('<h1>Jug</h1>', schema, '-')).stdout), { title: 'Jug' })
    assert.match(
      (await parse(schema, join(folder, 'none'))).stderr,
      /none does not exist, or its folder does not\./,
    )
    assert.match((await parse('-', '-')).stderr, /not both/)
  })

  test('reads each page of a zip file, and resolves links against the address saved in the page', async () => {
    const schema = schemaFile({ fields: { title: 'h1', link: { css: 'a@href', type: 'url' } } })
    const savedPage =
      '<!-- saved from url=(0026)https://shop.example/cups/ -->\n<h1>Cup</h1><a href="one">1</a>'
    const two = file('two.zip', zipSync({ 'a.html': strToU8(savedPage), 'b.html': strToU8('<h1>Jug</h1>') }))
    assert.deepEqual(JSON.parse((await parse(schema, two)).stdout), [
      { page: 'a.html', data: { title: 'Cup', link: 'https://shop.example/cups/one' } },
      { page: 'b.html', data: { title: 'Jug', link: null } },
    ])
    const { code, stderr } = await parse(schema, file('cut.zip', zipSync({ a: strToU8('x') }).subarray(0, 9)))
    assert.deepEqual([code === 0, /zip archive cannot be read/.test(stderr)], [false, true])
  })

  test('resolves relative links against --url, and relative dates against --at', async () => {
    const schema = schemaFile({
      fields: { link: { css: 'a@href', type: 'url' }, day: { css: 'i', type: 'date' } },
    })
    const listing = file('listing.html', '<a href="/kettle">Kettle</a><i>3 days ago</i>')
    const withoutOptions = JSON.parse((await parse(schema, listing)).stdout)
    assert.deepEqual(withoutOptions, { link: null, day: null })
    const pageOptions = ['--url', 'https://shop.example/list', '--at', '2026-01-31T12:00:00Z']
    const { stdout } = await parse(schema, listing, ...pageOptions)
    assert.deepEqual(JSON.parse(stdout), { link: 'https://shop.example/kettle', day: '2026-01-28' })
  })

  for (const [option, value, says] of [
    ['--url', '/list', /Give an address, such as https:/],
    ['--url', 'ftp://shop.example', /Give an address/],
    ['--at', 'yesterday', /Give a time, such as 2026-/],
    ['--at', '2026-13-45', /Give a time/],
  ] as const)
    test(`refuses ${option} ${value}`, async () => {
      const { code, stderr } = await parse(page, page, option, value)
      assert.equal(code, 1)
      assert.match(stderr, says)
    })

  test('reads the charset that the page declares', async () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><h1>Th\xe9i\xe8re</h1>', 'latin1')
    const { stdout } = await parse(schemaFile({ fields: { title: 'h1' } }), file('latin.html', latin))
    assert.deepEqual(JSON.parse(stdout), { title: 'Théière' })
  })

  test('--trace shows how each field got its value, and why others are null', async () => {
    const { stdout } = await parse('--trace', schemaFile({ fields: { title: 'h1', brand: 'h2' } }), page)
    const { data, nulls, trace } = JSON.parse(stdout)
    assert.deepEqual(data, { title: 'Kettle', brand: null })
    assert.equal(nulls[0].rule, 'schema.fields.brand')
    assert.deepEqual(
      trace.map(({ field, matched }: { field: string; matched: number }) => [field, matched]),
      [
        ['title', 1],
        ['brand', 0],
      ],
    )
  })

  for (const [what, schema, says] of [
    [
      'a key that is none',
      { fields: { title: { csss: 'h1' } } },
      /"csss"\. \(schema\.fields\.title\)\nDid you mean "css"\?/,
    ],
    ['a selector that is none', { fields: { title: 'h1[' } }, /\(schema\.fields\.title\)\n\w/],
    ['a schema without fields', {}, /\(schema\)\n\w/],
    [
      'a required field that is missing',
      { fields: { sku: { css: 'i', required: true } } },
      /"i".* \(sku\)\n/,
    ],
  ] as const)
    test(`names the field and what is wrong for ${what}`, async () => {
      const { code, stdout, stderr } = await parse(schemaFile(schema), page)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
    })

  test('says how to read an address, and which file comes first', async () => {
    const schema = schemaFile({ fields: { title: 'h1' } })
    const address = await parse(schema, 'https://shop.example/kettle')
    assert.match(
      address.stderr,
      /^https:\S+ is an address, .*extract --schema \S+ https:\/\/shop\.example\/kettle/,
    )
    assert.match(
      (await parse('https://shop.example/schema.json', page)).stderr,
      /is an address\. Name a file/,
    )
    const swapped = await parse(page, schema)
    assert.equal(swapped.code, 1)
    assert.match(swapped.stderr, / is not JSON: .*\nThe schema comes first, then the page\.\n$/)
  })

  test('names a file that is missing or not JSON', async () => {
    const broken = await parse(file('broken.json', '{"fields": '), page)
    assert.equal(broken.code, 1)
    assert.match(broken.stderr, /broken\.json is not JSON: /)
    const missing = await parse(schemaFile({ fields: { title: 'h1' } }), join(folder, 'gone.html'))
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /gone\.html/)
  })
})
