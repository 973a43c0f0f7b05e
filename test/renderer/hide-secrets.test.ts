import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets } from '../../renderer/lib/drafts/hide-secrets.ts'

const fetch = {
  headers: { Authorization: 'Bearer a', 'X-Session': 'b', 'X-Shop': 'c', Accept: 'text/html' },
  secret_headers: ['x-shop'],
  proxy: 'http://me:word@proxy.example:8080',
}
const input = { name: 'My shop', fetch, schema: { fields: { author: { css: '.by' } } } }
const page = new File(['<h1>Kettle</h1>'], 'page.html')

test('the history masks secret headers and the password of a proxy', () => {
  assert.deepEqual(
    hideSecrets(input, () => '••••'),
    {
      ...input,
      fetch: {
        headers: { Authorization: '••••', 'X-Session': '••••', 'X-Shop': '••••', Accept: 'text/html' },
        secret_headers: ['x-shop'],
        proxy: 'http://••••@proxy.example:8080',
      },
    },
  )
})

test('a draft leaves secrets empty, and keeps everything else', () => {
  const nodes = [{ id: 'ask', config: { headers: { Cookie: 'a=1', Accept: '*/*' } } }]
  const hidden = hideSecrets({ nodes, proxy: fetch.proxy, page }, () => '')
  assert.deepEqual(hidden, {
    nodes: [{ id: 'ask', config: { headers: { Cookie: '', Accept: '*/*' } } }],
    proxy: 'http://proxy.example:8080',
    page,
  })
})
