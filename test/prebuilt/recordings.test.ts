import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Payload, Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import { httpGet } from './support/http-get.ts'
import { absent, openRecordings, type RecordedCase, savedPayloads } from './support/recordings.ts'

if (absent) test('recorded answers', { skip: absent }, () => {})
else await testRecordings()

/** Every recorded case of every API twice: as pages that a user saved, and as a whole call against a server that replays it. */
async function testRecordings() {
  const { cases, payloads, replay, compare } = await openRecordings()
  const recorded = cases()

  const check = (api: Prebuilt, { expected, expectedError }: RecordedCase, read: () => unknown) => {
    if (expectedError) return assert.throws(read, { name: 'AppError', code: expectedError.kind })
    const { leaves, wrong } = compare(expected, api.output.parse(read()))
    assert.deepEqual(wrong, [], `${wrong.length} of ${leaves} leaves are wrong`)
  }

  for (const api of prebuilts as readonly Prebuilt[]) {
    const own = recorded.filter(item => item.api === api.id)

    describe(`${api.id} from recorded pages`, () => {
      for (const item of own)
        test(item.name, () => check(api, item, () => api.read(savedPayloads(api, payloads(item)))))
    })

    describe(`${api.id} from a replayed platform`, () => {
      for (const item of own.filter(({ end_to_end }) => end_to_end !== false)) {
        test(item.name, async () => {
          const server = await replay()
          server.use(item)
          try {
            const read = await call(api, item, server.url)
            check(api, item, read)
          } finally {
            server.close()
          }
        })
      }
    })
  }
}

/** The whole call, its error kept for the moment of reading. */
async function call(api: Prebuilt, { input }: RecordedCase, base: string): Promise<() => unknown> {
  try {
    const found: Payload[] = await api.plan(api.input.parse(input), httpGet(base))
    return () => api.read(found)
  } catch (error) {
    return () => {
      throw error
    }
  }
}
