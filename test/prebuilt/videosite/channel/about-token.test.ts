import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aboutToken } from '../../../../server/prebuilt/videosite/channel/plan.ts'

const ID = 'UCtidepool_-000000000000'

describe('a token for the About panel', () => {
  test('is always the same for the same channel, and safe in JSON and addresses', () => {
    assert.match(aboutToken(ID), /^4qmFsgJg[\w%-]+$/)
    assert.equal(aboutToken(ID), aboutToken(ID))
  })

  test('contains the channel, and the panel in a nested token', () => {
    const bytes = Buffer.from(decodeURIComponent(aboutToken(ID, 'panel-id')), 'base64url')
    assert.equal(bytes.subarray(0, 5).toString('hex'), 'e2a985b202', 'the key of field 80226972')
    assert.equal(bytes.subarray(8, 32).toString(), ID)
    const inner = Buffer.from(decodeURIComponent(bytes.subarray(34).toString()), 'base64url')
    assert.equal(inner.toString('hex'), `f2060f1a0d9a010a0a08${Buffer.from('panel-id').toString('hex')}`)
  })
})
