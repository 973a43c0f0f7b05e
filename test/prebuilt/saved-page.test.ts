import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyOf, savedBodies } from '../../server/prebuilt/saved-page.ts'

const entry = (text: string, mimeType: string, encoding?: string) => ({
  request: { url: 'https://videosite.example/' },
  response: { status: 200, content: { text, mimeType, ...(encoding && { encoding }) } },
})

const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } })

describe('the body of an answer', () => {
  test('is its JSON, even after a guard prefix or a byte order mark', () => {
    for (const guard of ['', '\ufeff', ' \n', ")]}'\n", 'for (;;);'])
      assert.deepEqual(bodyOf(`${guard}{"a":1}`), { a: 1 })
  })

  test('is the text itself when it is not a JSON object or list', () => {
    for (const text of ['<html></html>', '', '{"a":', 'null', '17']) assert.equal(bodyOf(text), text)
  })
})

describe('a page that a user saved', () => {
  test('has one body when it is HTML or a JSON answer', () => {
    assert.deepEqual(savedBodies('<p>1</p>'), ['<p>1</p>'])
    assert.deepEqual(savedBodies('[{"a":1}]'), [[{ a: 1 }]])
  })

  test('has the body of every answer when it is a HAR file', () => {
    const file = har(
      entry('<p>1</p>', 'text/html; charset=utf-8'),
      entry('{"a":"é"}', 'application/json'),
      entry(Buffer.from('{"b":"é"}').toString('base64'), 'application/json', 'base64'),
    )
    assert.deepEqual(savedBodies(file), ['<p>1</p>', { a: 'é' }, { b: 'é' }])
  })

  test('gives no bodies for images, scripts and answers without text', () => {
    const file = har(
      entry('R0lGOD', 'image/gif', 'base64'),
      entry('{}', 'text/javascript'),
      { response: {} },
      null,
      7,
    )
    assert.deepEqual(savedBodies(file), [])
  })
})
