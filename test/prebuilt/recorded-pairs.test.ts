import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { type LoadedApi, loadedApis } from './support/loaded.ts'
import { noRecordings, openRecordings, type RecordedCase, savedPayloads } from './support/recordings.ts'

/** The APIs whose recorded pages all name their subject. */
const NAMING = [
  'photosocial-profile',
  'photosocial-post',
  'shortvideo-profile',
  'videosite-channel',
  'realty-details',
]

const isSame = (one: RecordedCase, other: RecordedCase) =>
  JSON.stringify(one.input) === JSON.stringify(other.input)

if (noRecordings) test('recorded pages of two subjects', { skip: noRecordings }, () => {})
else {
  const { cases, payloads, compare } = await openRecordings()
  const answeredCases = cases().filter(({ expected }) => expected)

  for (const api of loadedApis.filter(({ id }) => NAMING.includes(id))) {
    const own = answeredCases.filter(item => item.api === api.id)
    const payloadsByCase = new Map(own.map(item => [item, savedPayloads(api, payloads(item))]))

    describe(`${api.id}, given the recorded pages of two subjects`, () => {
      for (const item of own)
        test(`reads only ${item.name}`, () => {
          for (const other of own.filter(one => !isSame(one, item))) {
            const { wrong } = compare(
              item.expected,
              api.read([...payloadsByCase.get(other)!, ...payloadsByCase.get(item)!], item.input),
            )
            assert.deepEqual(wrong, [], `beside ${other.name}`)
          }
        })
    })

    test(`${api.id} takes no recorded page for one of another subject`, () => {
      const accepted = own.flatMap(item =>
        own
          .filter(other => !isSame(other, item) && !refuses(api, payloadsByCase.get(other)!, item))
          .map(({ name }) => name),
      )
      // This recording is only the about panel, which names its channel by id alone.
      assert.deepEqual(
        accepted.filter(name => !name.endsWith('/about-panel-scrapfly')),
        [],
      )
    })
  }
}

function refuses(api: LoadedApi, pages: Parameters<LoadedApi['read']>[0], { input }: RecordedCase): boolean {
  try {
    api.read(pages, input)
    return false
  } catch (error) {
    return error instanceof AppError && error.code === 'not_asked_for'
  }
}
