import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Cursor,
  FIRST_PAGE,
  readCursor,
  skipCursor,
} from '../../../server/prebuilt/photosocial/posts/cursor.ts'

const at = (after: string | null, kinds: Cursor['kinds'], more: Partial<Cursor> = {}): Cursor => ({
  skip: 0,
  node_id: null,
  after,
  kinds,
  ...more,
})

const FORMS: [text: string, cursor: Cursor][] = [
  ['3456_481', at('3456_481', ['app'])],
  ['3456', at('3456', ['app'])],
  ['QVFDabc==', at('QVFDabc==', ['former'])],
  ['AQHabc-_', at('AQHabc-_', ['grid'])],
  ['CURSOR', at('CURSOR', ['grid', 'former'])],
  ['g:178:AQHabc', at('AQHabc', ['grid'], { node_id: '178' })],
  ['g:178:a:b', at('a:b', ['grid'], { node_id: '178' })],
  ['g:178:3456_481', at('3456_481', ['app', 'grid'], { node_id: '178' })],
  ['s:12:', at(null, FIRST_PAGE.kinds, { skip: 12 })],
  ['s:12:3456_481', at('3456_481', ['app'], { skip: 12 })],
  ['s:12:g:178:AQH', at('AQH', ['grid'], { skip: 12, node_id: '178' })],
]

const BROKEN = [
  '',
  ' ',
  'a b',
  'g:',
  'g:abc:x',
  'g:178:',
  's:',
  's:0:',
  's:12',
  's:-1:x',
  's:1:s:2:x',
  's:99999:',
  'ä',
  'x'.repeat(2_001),
]

describe('reading a cursor of posts', () => {
  for (const [text, cursor] of FORMS) {
    test(text, () => {
      assert.deepEqual(readCursor(text), cursor)
      if (cursor.skip > 0) assert.equal(skipCursor(cursor.skip, cursor), text)
    })
  }

  for (const text of BROKEN) {
    test(`${JSON.stringify(text).slice(0, 20)} is refused as invalid`, () =>
      assert.throws(
        () => readCursor(text),
        ({ code, facts }) => code === 'invalid_input' && facts.field === 'cursor',
      ))
  }
})
