import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import type { Operation } from '../../server/operations/operation.ts'
import { codeBlocks, startWithOperations } from './support/start-with-operations.ts'

type StartedService = Awaited<ReturnType<typeof startWithOperations>>

let service: StartedService['service']
let prebuilt: Operation[]
before(async () => {
  const started = await startWithOperations()
  service = started.service
  prebuilt = started.list.filter(({ group }) => group === 'prebuilt')
})
after(() => service.stop())

/** Reads without a key, since the documentation is public. */
const read = async (path: string) => {
  const response = await fetch(service.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('GET /v1/apis', () => {
  test('lists the prebuilt APIs, without a key', async () => {
    const { status, type, text } = await read('/v1/apis')
    assert.equal(status, 200)
    assert.match(type ?? '', /^application\/json/)
    const list = JSON.parse(text)
    assert.ok(Array.isArray(list))
    assert.deepEqual(
      list.map(({ id }: { id: string }) => id),
      prebuilt.map(({ id }) => id),
    )
    for (const { id, name, url, description, credits, ...more } of list) {
      assert.deepEqual([url, credits, more], [`/v1/${id}`, 1, {}])
      assert.ok(name && description)
    }
  })

  test('gives URLs that exist', async () => {
    for (const { url } of JSON.parse((await read('/v1/apis')).text))
      assert.equal((await read(url)).status, 401, 'a key is asked for')
  })
})

describe('GET /v1/apis/{apiId}', () => {
  test('is Markdown, and needs no key', async () => {
    for (const { id } of prebuilt) {
      const { status, type, text } = await read(`/v1/apis/${id}`)
      assert.equal(status, 200)
      assert.equal(type, 'text/markdown; charset=utf-8')
      assert.ok(text.startsWith(`# ${id}\n`))
    }
  })

  test('has all its sections in order', async () => {
    for (const { id, summary, description } of prebuilt) {
      const { text } = await read(`/v1/apis/${id}`)
      assert.deepEqual(
        [...text.matchAll(/^## (.+)$/gm)].map(match => match[1]),
        ['Parameters', 'Request examples', 'Response example', 'Response schema', 'Errors'],
      )
      assert.ok(text.includes(summary) && text.includes(description!))
      assert.match(text, new RegExp(`\`GET /v1/${id}\` · \`POST /v1/${id}\``))
      assert.match(text, /1 credit a call/)
      assert.match(text, /X-API-Key/)
    }
  })

  test('gives the type and description of each parameter, and whether it is required', async () => {
    for (const { id, input } of prebuilt) {
      const { text } = await read(`/v1/apis/${id}`)
      const { properties = {}, required = [] } = z.toJSONSchema(input, {
        io: 'input',
        unrepresentable: 'any',
      })
      for (const [name, field] of Object.entries(properties as Record<string, { description: string }>)) {
        const needed = required.includes(name) ? 'yes' : 'no'
        const row = text.split('\n').find(line => line.startsWith(`| \`${name}\` |`)) ?? ''
        assert.match(row, new RegExp(`\\| (string|integer|number|boolean)[^|]* \\| ${needed} \\|`), row)
        assert.ok(row.includes(field.description.replaceAll('|', '\\|')))
      }
    }
  })

  test('has examples in three languages that call this service', async () => {
    for (const { id } of prebuilt) {
      const { text } = await read(`/v1/apis/${id}`)
      for (const language of ['sh', 'js', 'python']) {
        const [example = ''] = codeBlocks(text, language)
        assert.ok(example.includes(`${service.url}/v1/${id}`), example)
        assert.match(example, /X-API-Key/)
      }
    }
  })

  test('has an example response that fits its schema, and a row for each field', async () => {
    for (const { id, output } of prebuilt) {
      const { text } = await read(`/v1/apis/${id}`)
      const [example = '', schema = ''] = codeBlocks(text, 'json')
      assert.ok(output.safeParse(JSON.parse(example)).success)
      assert.ok(z.fromJSONSchema(JSON.parse(schema)).safeParse(JSON.parse(example)).success)
      for (const field of leaves(JSON.parse(schema))) assert.ok(text.includes(`| \`${field}\` |`), field)
    }
  })

  test('lists the errors by status', async () => {
    for (const { id } of prebuilt) {
      const { text } = await read(`/v1/apis/${id}`)
      for (const status of [400, 401, 402, 404, 429, 502])
        assert.match(text, new RegExp(`^\\| ${status} \\|`, 'm'))
    }
  })

  test('without an id is a 400 with the field `apiId`', async () => {
    const { status, text } = await read('/v1/apis/')
    assert.deepEqual([status, JSON.parse(text).field], [400, 'apiId'])
    assert.ok(JSON.parse(text).hint)
  })

  for (const id of [
    'unknown',
    'videosite',
    'parse',
    'extract-videosite-channel',
    '__proto__',
    '..%2f..%2fetc',
    '%00',
  ]) {
    test(`for ${id} is a 404 with the ids that exist`, async () => {
      const { status, text } = await read(`/v1/apis/${id}`)
      assert.deepEqual([status, Object.keys(JSON.parse(text))], [404, ['error', 'hint']])
      assert.match(JSON.parse(text).hint, /\b\w+-\w+/)
    })
  }

  test('refuses any query parameter', async () => {
    const { status, text } = await read('/v1/apis/videosite-channel?lang=en')
    assert.deepEqual([status, JSON.parse(text).field], [400, 'lang'])
  })
})

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

/** The paths of a schema's fields, as the documentation writes them. */
function leaves({ properties = {} }: Schema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = field.items ? leaves(field.items, `${path}${name}[].`) : leaves(field, `${path}${name}.`)
    return [path + name, ...inner]
  })
}
