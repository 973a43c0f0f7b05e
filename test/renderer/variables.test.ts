import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fillItems, itemsFileOf } from '../../renderer/features/batches/pasted-items.ts'
import { fillVariables, shownValues, variablesIn } from '../../renderer/lib/variables.ts'

const values = new Map([
  ['host', 'https://shop.example'],
  ['word', 'say "hi", $1'],
])

describe('variables', () => {
  test('are replaced in all strings of an input, but not in names of fields or in files', () => {
    const file = new File(['{{host}}'], 'page.html')
    const input = { url: '{{host}}/a', list: ['{{ word }}', 3], inner: { '{{host}}': '{{none}}' }, file }
    const filled = fillVariables(input, values)
    assert.deepEqual(filled, {
      url: 'https://shop.example/a',
      list: ['say "hi", $1', 3],
      inner: { '{{host}}': '{{none}}' },
      file,
    })
    assert.equal((filled as typeof input).file, file)
    assert.deepEqual(variablesIn(input), ['host', 'word', 'none'])
  })

  test('are not taken from the prototype of objects', () => {
    assert.equal(fillVariables('{{constructor}} {{__proto__}}', values), '{{constructor}} {{__proto__}}')
    const input = JSON.parse('{"__proto__":"{{host}}"}')
    assert.equal(JSON.stringify(fillVariables(input, values)), '{"__proto__":"https://shop.example"}')
  })

  test('that are secret are shown masked or not at all', () => {
    const secret = { name: 'token', value: null, secret: true, updated_at: '' }
    assert.deepEqual([...shownValues([secret])], [])
    assert.deepEqual([...shownValues([secret], '••••')], [['token', '••••']])
  })
})

const filledText = async (pasted: string, fields = ['url']) =>
  (await fillItems(itemsFileOf(pasted, fields[0]!, fields)!, async () => values)).text()

describe('pasted items', () => {
  test('as lines get the values of variables', async () => {
    assert.equal(
      await filledText('{{host}}/a\n{{host}}/b?q={{word}}'),
      '{"input":{"url":"https://shop.example/a"}}\n{"input":{"url":"https://shop.example/b?q=say \\"hi\\", $1"}}',
    )
  })

  test('as JSON stay valid JSON when values are filled in', async () => {
    const filled = JSON.parse(await filledText('[{"input":{"url":"{{host}}?q={{word}}"}}]'))
    assert.deepEqual(filled, [{ input: { url: 'https://shop.example?q=say "hi", $1' } }])
  })

  test('as CSV keep their columns when values are filled in', async () => {
    assert.equal(
      await filledText('custom_id,url\na,{{host}}/a\nb,{{word}}'),
      'custom_id,url\na,https://shop.example/a\nb,{{word}}',
    )
  })

  test('as a table may have semicolons, or the tabs of a spreadsheet', async () => {
    for (const delimiter of [';', '\t']) {
      const table = ['url,custom_id', '{{host}}/a,b'].join('\n').replaceAll(',', delimiter)
      assert.equal(await filledText(table), table.replace('{{host}}', 'https://shop.example'))
    }
  })

  test('as addresses with commas and in quotes are all read', async () => {
    assert.equal(
      await filledText(
        '"https://shop.example/a,b"\n\n"https://shop.example/c?q=""d"""\nhttps://shop.example/e;f,g',
      ),
      ['https://shop.example/a,b', 'https://shop.example/c?q="d"', 'https://shop.example/e;f,g']
        .map(url => JSON.stringify({ input: { url } }))
        .join('\n'),
    )
  })

  test('from a chosen file are sent unchanged', async () => {
    const file = new File(['url\n{{host}}'], 'pasted')
    assert.equal(await fillItems(file, async () => values), file)
  })
})
