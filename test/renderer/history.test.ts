import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masked } from '../../renderer/features/playground/history/entry.ts'

test('what the history keeps of an input holds no secret header and no password of a proxy', () => {
  const fetch = {
    headers: { Authorization: 'Bearer a', 'X-Session': 'b', Accept: 'text/html' },
    proxy: 'http://me:word@proxy.example:8080',
  }
  assert.deepEqual(masked({ name: 'My shop', fetch, schema: { fields: { author: { css: '.by' } } } }), {
    name: 'My shop',
    fetch: {
      headers: { Authorization: '••••', 'X-Session': '••••', Accept: 'text/html' },
      proxy: 'http://••••@proxy.example:8080',
    },
    schema: { fields: { author: { css: '.by' } } },
  })
})
