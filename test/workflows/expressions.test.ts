import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { createExpressions } from '../../server/workflows/expressions/create-expressions.ts'
import type { Variables } from '../../server/workflows/expressions/expressions.ts'
import { mentionsIn } from '../../server/workflows/expressions/mentions-in.ts'
import { withEnoughTime } from '../support/enough-time.ts'

const expressions = createExpressions({ timeoutMs: () => 30_000 })
after(() => expressions.close())

const variablesFor = (item: unknown, more: Partial<Variables> = {}): Variables => ({
  item,
  input: { handle: '@tide' },
  nodes: { channel: { name: 'Tide' } },
  index: 3,
  run: { id: 'run_1', workflow_id: 'wf_1', trigger: 'manual', started_at: '2026-01-15T09:30:00.000Z' },
  ...more,
})

/** Returns the value of a template for one item, or the error message if it fails. */
async function fillTemplate(template: unknown, item: unknown = {}): Promise<unknown> {
  const [one] = await expressions.resolve(template, [variablesFor(item)])
  return 'error' in one! ? one.error.message : one!.value
}

describe('a template', () => {
  test('that is a single expression gives its value, and any other gives text', async () => {
    assert.deepEqual(await fillTemplate('{{ item.tags }}', { tags: ['a', 'b'] }), ['a', 'b'])
    assert.equal(await fillTemplate('{{ item.n }}', { n: 7 }), 7)
    assert.equal(await fillTemplate('n={{ item.n }}, {{ item.o }}!', { n: 7, o: { a: 1 } }), 'n=7, {"a":1}!')
    assert.equal(await fillTemplate('[{{ item.absent }}]'), '[]')
    assert.equal(await fillTemplate('no braces'), 'no braces')
    assert.deepEqual(await fillTemplate('{{ item.list.n }}', { list: [{ n: 1 }, { n: 2 }] }), [1, 2])
    assert.deepEqual(await fillTemplate({ kept: '{{ item.tags }}' }, { tags: ['a'] }), { kept: ['a'] })
    assert.deepEqual(
      await fillTemplate(['{{ true }}', '{{ item.toString }}', '{{ item.text.length }}'], { text: 'x' }),
      [true, null, null],
    )
  })

  test('can use the item, the input, earlier nodes, its index and its run', async () => {
    const template = [
      '{{ input.handle }}',
      '{{ nodes.channel.name }}',
      '{{ index }}',
      '{{ run.id }}',
      '{{ item.list[name = $nodes.channel.name].n }}',
    ]
    const item = { list: [{ name: 'Tide', n: 1 }] }
    assert.deepEqual(await fillTemplate(template, item), ['@tide', 'Tide', 3, 'run_1', 1])
  })

  test('is resolved at any depth, and fields without a value are left out', async () => {
    assert.deepEqual(await fillTemplate({ a: [{ b: '{{ item.x }}' }], gone: '{{ item.y }}' }, { x: 1 }), {
      a: [{ b: 1 }],
    })
  })

  test('gives no value for functions, wherever they are', async () => {
    const item = { n: 1 }
    assert.equal(await fillTemplate('{{ $sum }}', item), undefined)
    assert.equal(await fillTemplate('{{ function($x) { $x } }}', item), undefined)
    assert.deepEqual(await fillTemplate('{{ {"n": item.n, "f": function($x) { $x }} }}', item), { n: 1 })
    assert.deepEqual(await fillTemplate({ list: '{{ [1, $sum, function($x) { $x }] }}' }, item), {
      list: [1, null, null],
    })
    assert.equal(await fillTemplate('a{{ function($x) { $x } }}b{{ [$sum] }}{{ /c/ }}', item), 'ab[null]')
    const marked = { _jsonata_lambda: true, apply: 1 }
    assert.deepEqual(await fillTemplate('{{ {"of": item, "f": $sum} }}', marked), { of: marked })
  })

  test('may contain braces within expressions', async () => {
    assert.deepEqual(await fillTemplate('{{ {"a": {"b": item.x}} }}', { x: 1 }), { a: { b: 1 } })
    assert.equal(await fillTemplate('{{ "}}" }}'), '}}')
  })

  test('fails with the field of its expression, and only for the item in question', async () => {
    const some = [variablesFor({ n: 1 }), variablesFor({ n: 'x' }), variablesFor({ n: 3 })]
    const [first, second, third] = await expressions.resolve({ out: ['{{ item.n * 2 }}'] }, some)
    assert.deepEqual([first, third], [{ value: { out: [2] } }, { value: { out: [6] } }])
    assert.ok('error' in second!)
    assert.deepEqual([second.error.status, second.error.facts.field], [422, 'out[0]'])
    assert.equal(
      second.error.message,
      'The left side of the "*" operator must evaluate to a number, at character 8: `item.n * 2`',
    )
  })

  test('with an unclosed or invalid expression is an error', async () => {
    assert.match(String(await fillTemplate('{{ item.n')), /has no `}}`/)
    assert.match(String(await fillTemplate('{{ item. }}')), /Unexpected end of expression/)
  })
})

describe('an endless or huge expression', () => {
  const LOOP = '{{ ($f := function($n) { $f($n + 1) + 1 }; $f(item.n)) }}'

  test('stops with an error after deep recursion, or over a list that is too long', async () => {
    assert.match(String(await fillTemplate(LOOP, { n: 1 })), /Stack overflow|stopped after/)
    for (const list of ['[1..9000000]', '$append([1..60000], [1..60000])'])
      assert.match(String(await fillTemplate(`{{ ${list} }}`)), /A list has more than 100,000 entries/)
  })

  test('stops with an error that names the bound of what it gives', async () => {
    const item = { text: 'a'.repeat(900_000) }
    assert.match(
      String(await fillTemplate('{{ [1..10].$item.text }}', item)),
      /longer than 8,000,000 characters/,
    )
  })

  test('does not arise from a regular expression, even one with nested repetition', async () => {
    const item = { text: `${'a'.repeat(5_000)}!` }
    assert.equal(await fillTemplate('{{ $contains(item.text, /^(a+)+$/) }}', item), false)
    assert.deepEqual(await fillTemplate('{{ $match(item.text, /!$/).index }}', item), 5_000)
    assert.equal(
      await fillTemplate('{{ $replace("2026-01-15", /(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1") }}'),
      '15.01.2026',
    )
    assert.deepEqual(await fillTemplate('{{ $split("a, b,c", /, ?/) }}'), ['a', 'b', 'c'])
    assert.match(String(await fillTemplate('{{ $match("ab", /a(?=b)/) }}')), /invalid|error/i)
  })

  test('cannot create a text beyond the limit', async () => {
    const doubling = '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $length($f("ab", 28)))'
    assert.match(String(await fillTemplate(`{{ ${doubling} }}`)), /longer than 10,000,000/)
    assert.match(String(await fillTemplate('{{ $length($pad("a", 500000000)) }}')), /longer than 10,000,000/)
    for (const long of [
      '$join([1..2600].$item.text, "")',
      '$replace($item.text, "a", $substring($item.text, 0, 2600))',
      '$replace($item.text, /a{200}/, $item.text)',
      '$string([1..700].$item.text)',
    ])
      assert.match(
        String(await fillTemplate(`{{ $length(${long}) }}`, { text: 'a'.repeat(200_000) })),
        /longer than 10,000,000/,
        long,
      )
    assert.match(
      String(await fillTemplate('{{ $count([1..9].$split($pad("", 9900000 + $, "a"), "")) }}')),
      /more than 1,000,000 parts/,
    )
    assert.match(String(await fillTemplate('{{ $eval("1") }}')), /no `\$eval`/)
    const texts = ['{{ "a" & 1 & item.gone & [2] & true }}', '{{ ("a" & "b")[0] & $pad("c", -3, "-") }}']
    assert.deepEqual(await fillTemplate(texts), ['a1[2]true', 'ab--c'])
    assert.deepEqual(
      await fillTemplate('{{ item.list.(a & "-" & b) }}', { list: [{ a: 1, b: 2 }, { a: 3 }] }),
      ['1-2', '3-'],
    )
    assert.deepEqual(await fillTemplate('{{ item.list.{"k": a & "!"} }}', { list: [{ a: 1 }] }), { k: '1!' })
    assert.equal(await fillTemplate('{{ "c" ~> $pad(3, "-") }}'), 'c--')
  })

  const ENDLESS = '($f := function($n) { $f($n) }; $f(1))'
  /** A single step of JSONata, which does not check the time limit. */
  const AT_ONE_GO = '$length($replace($pad("a", 8000000, "a"), /(a)(a)/, "$2$1"))'

  // When a thread is ended, the other items are evaluated in a new one, which takes time to start.
  for (const [how, slow] of [
    ['stops by itself', ENDLESS],
    ['is stopped with its thread', AT_ONE_GO],
  ])
    test(`${how}, and the other items still get their values`, () =>
      withEnoughTime(500, async timeoutMs => {
        const blocks = `{{ item.n = 2 ? ${slow} : item.n }}`
        const some = [1, 2, 3, 4].map(n => variablesFor({ n }))
        const all = await expressions.resolve(blocks, some, { timeoutMs })
        const isStopped = (one: (typeof all)[0]) => 'error' in one && /stopped after/.test(one.error.message)
        assert.ok(isStopped(all[1]!))
        if (all.filter(isStopped).length > 1) return false
        assert.deepEqual(
          all.map(one => ('error' in one ? one.error.code : one.value)),
          [1, 'expression_failed', 3, 4],
        )
        return true
      }))

  test('is not taken for one whose answer arrived while the event loop was blocked', () =>
    withEnoughTime(100, async timeoutMs => {
      const large = [variablesFor('ab'.repeat(2_000_000))]
      for (let round = 0; round < 3; round++) {
        const resolved = expressions.resolve({ a: '{{ item }}' }, large, { timeoutMs })
        await sleep(20)
        // Timers come directly after this phase of the event loop, and messages of threads later.
        await setImmediate()
        const end = performance.now() + timeoutMs + 300
        while (performance.now() < end);
        if ('error' in (await resolved)[0]!) return false
      }
      return true
    }))

  // On a busy machine, the expression may be ended together with its thread, which then cannot tell the field.
  test('is reported with its field when it stops by itself', () =>
    withEnoughTime(500, async timeoutMs => {
      const template = { a: '1', b: `{{ item = 0 ? ${ENDLESS} : 1 }}` }
      const [one] = await expressions.resolve(template, [variablesFor(0), variablesFor(1)], { timeoutMs })
      assert.ok(one && 'error' in one)
      assert.match(one.error.message, /stopped after/)
      if (!one.error.facts.field) return false
      assert.equal(one.error.facts.field, 'b')
      return true
    }))
})

test('an expression may run for as long as its time limit allows', async () => {
  for (let rows = 25, ms = 0; ms < 1_500; rows *= 2) {
    const startedAt = performance.now()
    assert.equal(await fillTemplate(`{{ $count([1..${rows}].($count([1..1000].($ * 2)))) }}`), rows)
    ms = performance.now() - startedAt
  }
})

describe('the nodes that a config refers to', () => {
  const cases: [string, unknown, string[] | null][] = [
    ['none', { value: 'item.nodesOfTree' }, []],
    ['those in any of its texts', { a: 'nodes.a.x', b: ['{{ nodes.b }}', 1, null] }, ['a', 'b']],
    ['all where one text may mean any', { a: 'nodes.a.x', b: '$keys(nodes)' }, null],
    ...['\n', '\t', '\r'].map((blank): [string, unknown, string[]] => [
      `those after ${JSON.stringify(blank)}`,
      { value: `[1,${blank}nodes.a]` },
      ['a'],
    ]),
  ]
  for (const [what, config, mentions] of cases)
    test(`are ${what}`, () => assert.deepEqual(mentionsIn(config), mentions))
})
