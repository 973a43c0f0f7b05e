import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import { codeOf, noRecordings, openRecordings, type RecordedCase } from '../prebuilt/support/recordings.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { upload } from './support/upload.ts'

/** The status for each kind of recorded error. */
const STATUS: Record<string, number> = {
  disabled: 200,
  no_captions: 404,
  not_found: 404,
  private: 404,
  unavailable: 404,
  blocked: 502,
  changed: 502,
}

if (noRecordings) test('recorded answers over HTTP', { skip: noRecordings }, () => {})
else await testRecordings()

/** The parameters of a case as text parts beside its pages. */
const inputParts = ({ input }: RecordedCase) =>
  Object.entries(input).map(([name, value]) => ({ name, content: String(value) }))

/** Sends every recorded case over HTTP: as saved pages, and as a call whose platform replays the recording. */
async function testRecordings() {
  const { cases, payloads, replay, compare } = await openRecordings()
  const recorded = cases()
  for (const api of prebuilts as readonly Prebuilt[])
    describeApi(
      api,
      recorded.filter(item => item.api === api.id),
    )

  function describeApi(api: Prebuilt, own: RecordedCase[]) {
    const score = { leaves: 0, right: 0 }
    let server: Awaited<ReturnType<typeof replay>>
    let service: TestApp

    function check({ expected, expectedError }: RecordedCase, answer: Answer) {
      const word = expectedError && codeOf(expectedError)
      const status = word ? STATUS[word] : 200
      assert.equal(answer.status, status, answer.text)
      assert.equal(answer.headers.get('x-credits-used'), status === 200 ? '1' : '0')
      if (word) {
        if (status === 200) assert.match(answer.headers.get('x-notice') ?? '', new RegExp(word))
        else assert.equal(answer.json.detail, word, answer.text)
        return
      }
      const { leaves, right, wrong } = compare(expected, answer.json)
      score.leaves += leaves
      score.right += right
      assert.deepEqual(wrong, [], `${wrong.length} of ${leaves} leaves are wrong`)
    }

    describe(`${api.id} over HTTP`, () => {
      before(async () => {
        server = await replay()
        service = await startTestApp({ [`${api.platform.name}_url`]: server.url })
      })
      after(async () => {
        await service.stop()
        server.close()
      })

      for (const item of own) {
        test(`from saved pages: ${item.name}`, async () => {
          const pages = payloads(item).map(content => ({ name: 'page', content }))
          const answer = await service.call(`/v1/extract/${api.id}`, upload(...pages, ...inputParts(item)))
          if (pages.some(({ content }) => !content.length)) return assert.equal(answer.json.field, 'page')
          check(item, answer)
          if (!item.expectedError) assert.equal(answer.headers.get('x-source'), 'saved')
        })
      }

      for (const item of own.filter(({ end_to_end }) => end_to_end !== false)) {
        test(`by a call: ${item.name}`, async () => {
          server.use(item)
          check(item, await service.call(`/v1/${api.id}`, { json: item.input }))
        })
      }

      test('reports how many values are right', t =>
        t.diagnostic(`${score.right} of ${score.leaves} leaves are right`))
    })
  }
}
