import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assignedJson, jsonAfter, scriptJson } from '../../server/prebuilt/embedded-json.ts'

const script = (text: string, attributes = '') => `<html><script${attributes}>${text}</script></html>`
const assignedIn = (text: string) => [...assignedJson(script(text), 'state')]

describe('JSON that a script assigns', () => {
  const FORMS = {
    var: 'var state = {"a":[1]};',
    'a property of window': 'window["state"] = {"a":[1]};\nwindow["other"] = {};',
    'a property of window in single quotes': 'window[\'state\']={"a":[1]}',
    'a dotted property': 'window.state = {"a":[1]}',
    'a string with hexadecimal escapes': "var state = '\\x7b\\x22a\\x22:[1]\\x7d';",
    'a call of JSON.parse': 'state = JSON.parse("{\\"a\\":[1]}");',
  }
  for (const [form, text] of Object.entries(FORMS)) {
    test(`is found as ${form}`, () => assert.deepEqual(assignedIn(text), [{ a: [1] }]))
  }

  test('ends where its value ends, whatever its strings contain', () => {
    const value = { a: 'x"};{[\\', b: '</b>', c: ['}'] }
    assert.deepEqual(assignedIn(`if (1) { state = ${JSON.stringify(value)}; } more("}")`), [value])
  })

  test('is found in every script, and after a value that is not JSON', () => {
    const html = script('state = {x: 1}; state = [2]') + script('state = {"a": 3}', ' nonce="1"')
    assert.deepEqual([...assignedJson(html, 'state')], [[2], { a: 3 }])
  })

  test('is not read when it is cut off, only compared with, under another name or outside of scripts', () => {
    assert.deepEqual(assignedIn('state = {"a": [1'), [])
    assert.deepEqual(assignedIn('state = {"a": "1'), [])
    assert.deepEqual(assignedIn('if (state == {}) use(state)'), [])
    assert.deepEqual(assignedIn('upstate = {}'), [])
    assert.deepEqual([...assignedJson('state = {"outside": "of scripts"}', 'state')], [])
  })

  test('is searched in linear time, even in hostile pages', () => {
    const pages = [
      'state = {',
      'state = {x};',
      'state=[',
      `state${' '.repeat(999)}`,
      '<script>state={"',
      '<script ',
    ]
    for (const piece of pages) {
      assert.deepEqual([...assignedJson(`<script>${piece.repeat(2_000_000 / piece.length)}`, 'state')], [])
    }
  })
})

describe('JSON that fills a whole script', () => {
  test('is found by the attributes of the script, in any order and quoting', () => {
    const tags = [' id="state" type="application/json"', " type='application/json' id='state'", ' id=state']
    for (const tag of tags)
      assert.deepEqual([...scriptJson(script('{"a":1}', tag), /\bid=["']?state\b/)], [{ a: 1 }])
  })

  test('may be wrapped in a comment, while broken JSON and other scripts are skipped', () => {
    const html = script('<!--{"a":1}-->', ' data-state') + script('{"a":', ' data-state') + script('{"b":2}')
    assert.deepEqual([...scriptJson(html, /\bdata-state\b/)], [{ a: 1 }])
  })

  test('is not parsed unless it contains the wanted pattern', () => {
    const html = script('{"a":1}', ' data-state') + script('{"wanted":2}', ' data-state')
    assert.deepEqual([...scriptJson(html, /\bdata-state\b/, /"wanted"/)], [{ wanted: 2 }])
  })
})

describe('JSON after a given pattern in a script', () => {
  const after = (text: string, start: RegExp) => [...jsonAfter(script(text), start)]

  test('may be the argument of a function, or a string within other JSON', () => {
    assert.deepEqual(after('handOver(\'/path/\', {"a":1});', /handOver\('[^']*', (?=\{)/g), [{ a: 1 }])
    const text = JSON.stringify({ b: [{ inner: JSON.stringify({ a: '“quoted” \\ "text"' }) }] })
    assert.deepEqual(after(text, /"inner":(?=")/g), [{ a: '“quoted” \\ "text"' }])
  })

  test('is skipped when it is cut off', () => {
    assert.deepEqual(after('{"inner":"{\\"a\\":1', /"inner":(?=")/g), [])
  })
})
