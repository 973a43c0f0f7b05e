import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Payload } from '../../../server/prebuilt/define-prebuilt.ts'
import { httpGet } from './http-get.ts'
import type { LoadedApi } from './loaded.ts'
import { codeOf, noRecordings, openRecordings, type RecordedCase, savedPayloads } from './recordings.ts'
import { upstreamOf } from './upstream.ts'

/** Tests every recorded case of these APIs twice: as saved pages, and as a call to a server that replays the recording. */
export async function testRecordings(apis: readonly LoadedApi[]) {
  if (noRecordings) return test('recorded answers', { skip: noRecordings }, () => {})
  const { cases, payloads, replay, compare } = await openRecordings()
  const recorded = cases()

  const check = (
    api: LoadedApi,
    { input, expected, expectedError }: RecordedCase,
    found: () => Payload[],
  ) => {
    const read = () => api.output.parse(api.read(found(), input))
    if (expectedError?.kind === 'disabled') return checkDisabled(api, found())
    if (expectedError) return assert.throws(read, { name: 'AppError', code: codeOf(expectedError) })
    const { leaves, wrong } = compare(expected, read())
    assert.deepEqual(wrong, [], `${wrong.length} of ${leaves} leaves are wrong`)
  }

  for (const api of apis) {
    const own = recorded.filter(item => item.api === api.id)

    describe(`${api.id} from recorded pages`, () => {
      for (const item of own)
        test(item.name, () => check(api, item, () => savedPayloads(api, payloads(item))))
    })

    describe(`${api.id} from a replayed platform`, () => {
      for (const item of own.filter(({ end_to_end }) => end_to_end !== false)) {
        test(item.name, async () => {
          const server = await replay()
          server.use(item)
          try {
            check(api, item, await call(api, item, server.url))
          } finally {
            server.close()
          }
        })
      }
    })
  }
}

/** Disabled comments are a result, not an error. */
function checkDisabled(api: LoadedApi, payloads: Payload[]) {
  assert.partialDeepStrictEqual(api.read(payloads), { comments: [] })
  assert.equal(api.notice?.(payloads), 'comments_disabled')
}

/** Runs the plan of a case. The function returned gives its payloads, or throws its error when they are read. */
async function call(api: LoadedApi, { input }: RecordedCase, base: string): Promise<() => Payload[]> {
  try {
    const found = await api.plan(api.input.parse(input), upstreamOf(httpGet(base)))
    return () => found
  } catch (error) {
    return () => {
      throw error
    }
  }
}
