import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startRunSite } from './support/run-site.ts'

const runs = startRunSite()

describe('a workflow run', () => {
  test('can refer to earlier nodes in an expression of several lines', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['half', 'map', { value: '{"x": item.n / 2}' }],
        ['both', 'map', { value: '{"half": item.x,\n"whole":\nnodes.start.n}' }],
      ],
    })
    assert.deepEqual((await runs.run(id, { n: 4 })).output.items, [{ half: 2, whole: 4 }])
  })

  test('treats a single template in an expression field as that expression', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '{{ item.list }}' }],
        ['many', 'filter', { condition: '\n {{ item > 2 }}\n' }],
      ],
    })
    assert.deepEqual((await runs.run(id, { list: [1, 2, 3] })).output.items, [3])
  })

  test('can give variables of its own a value in an expression', async () => {
    const sums = '($by := $item.by; $map(item.list, function($v, $i) { $v * $by + $i }))'
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        [
          'some',
          'map',
          { value: `{"sums": ${sums}, "at": item.list#$n.("n" & $n), "a": item.list@$l.($l + 1)}` },
        ],
      ],
    })
    const { output } = await runs.run(id, { by: 10, list: [1, 2] })
    assert.deepEqual(output.items, [{ sums: [10, 21], at: ['n0', 'n1'], a: [2, 3] }])
  })

  test('says what an expression gave for a field that takes something else', async () => {
    const scrape = { operation: 'scrape', input: { parserId: runs.parser, url: '{{ item.url }}' } }
    const cases: [string, object, object, RegExp][] = [
      [
        'delay',
        { seconds: '{{ item.s }}' },
        { s: 'soon' },
        /^Its expression `{{ item.s }}` gives a text for/,
      ],
      [
        'delay',
        { seconds: '{{ item.s }}' },
        {},
        /^Its expression `{{ item.s }}` gives nothing for this item\.$/,
      ],
      ['operation', scrape, { url: null }, /^Address .* Its expression `{{ item.url }}` gives null for/],
      [
        'http_request',
        { url: 'http://127.0.0.1', headers: '{{ {"X-Api-Key": 1} }}' },
        {},
        /^Its expression gives a number/,
      ],
      [
        'http_request',
        { url: 'http://127.0.0.1', headers: { 'X-Api-Key': '{{ 1 }}' } },
        {},
        /^Its expression gives a number/,
      ],
    ]
    for (const [type, config, input, hint] of cases) {
      const id = await runs.workflow({
        nodes: [
          ['start', 'input'],
          ['node', type, config],
        ],
      })
      assert.match((await runs.run(id, input)).error.hint, hint)
    }
  })

  test('names the field of a parser that was deleted', async () => {
    const input = { parserId: '{{ item.parser }}', url: runs.site.url }
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['page', 'operation', { operation: 'scrape', input }],
      ],
    })
    const { error } = await runs.run(id, { parser: 'prs_1' })
    assert.deepEqual([error.code, error.field], ['unknown_resource', 'parserId'])
  })

  test('treats keys as equal whatever the order of their fields', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['once', 'dedupe', { key: 'item.key' }],
        ['number', 'map', { value: 'item.n' }],
      ],
    })
    const keys = [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1 },
      { a: 1, b: { c: 3, d: 2 } },
      [1, 2],
      [2, 1],
    ]
    const run = await runs.run(id, { list: keys.map((key, n) => ({ n, key })) })
    assert.deepEqual(run.output.items, [0, 2, 3, 4])
  })

  test('can refer to a large value from which thousands of items descend', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['named', 'map', { value: 'nodes.start.name & item.n' }],
      ],
    })
    const list = Array.from({ length: 4_000 }, (_, n) => ({ n, text: 'x'.repeat(100) }))
    const { state, output } = await runs.run(id, { name: 'item', list })
    assert.deepEqual([state, output.total, output.items[99]], ['completed', 4_000, 'item99'])
  })
})
