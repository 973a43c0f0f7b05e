import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeys } from '../../server/accounts/keys.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('a window that asks for its key twice at once gets one key, which ends with its sign-in', async () => {
  const store = openStore(tempFolder())
  const { id } = await store.accounts.ensure('default', 0, 1)
  const keys = createKeys(store, () => 1)
  const window = { name: 'window', source: 'app', holder: 'sgn_1' } as const
  const [first, second] = await Promise.all([keys.faceKey(id, window), keys.faceKey(id, window)])
  assert.equal(first, second)
  keys.endFace('sgn_1')
  await assert.rejects(async () => keys.authenticate(first), { code: 'unauthenticated' })
  store.close()
})
