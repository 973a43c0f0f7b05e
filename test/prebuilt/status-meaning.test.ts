import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOfStatus } from '../../server/prebuilt/status-meaning.ts'

const MEANINGS: [status: number, meaning: string | undefined][] = [
  [200, undefined],
  [302, undefined],
  [400, 'changed'],
  [401, 'blocked'],
  [403, 'blocked'],
  [404, 'not_found'],
  [410, 'not_found'],
  [429, 'blocked'],
  [451, 'unavailable'],
  [500, 'upstream_status'],
  [503, 'upstream_status'],
]

describe('the meaning of a status when the body says nothing', () => {
  for (const [status, meaning] of MEANINGS)
    test(`${status}: ${meaning ?? 'nothing'}`, () => assert.equal(meaningOfStatus(status)?.code, meaning))
})
