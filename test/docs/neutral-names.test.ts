import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import { SETTINGS } from '../../server/settings/settings.ts'
import type { TestApp } from '../support/start-app.ts'
import { startWithOperations } from './support/start-with-operations.ts'

const apis: readonly Prebuilt[] = prebuilts

/** The real names, taken from the platforms' addresses. */
const NAMES = [...new Set(apis.map(({ platform }) => new URL(platform.origin).hostname.split('.').at(-2)!))]

/** Real names that the given interface requires as field names. */
const ALLOWED_NAMES = /\blinks\.instagram\b|"instagram"/g

const isNeutral = (text: string, file: string) => {
  const plain = text.replaceAll(ALLOWED_NAMES, '')
  for (const name of NAMES) assert.doesNotMatch(plain, new RegExp(name, 'i'), file)
}

let service: TestApp
before(async () => {
  // Inputs that turn out to be valid must not reach a platform.
  const unusedUrls = apis.map(({ platform }) => [`${platform.name}_url`, 'http://127.0.0.1:1'])
  service = (await startWithOperations(Object.fromEntries(unusedUrls))).service
})
after(() => service.stop())

describe('platforms have neutral names', () => {
  test('in the list of APIs, their documentation and the OpenAPI document', async () => {
    assert.ok(NAMES.length > 0)
    const paths = ['/v1/openapi.json', '/v1/apis', ...apis.map(({ id }) => `/v1/apis/${id}`)]
    for (const path of paths) {
      const { status, text } = await service.call(path)
      assert.equal(status, 200, path)
      isNeutral(text, path)
    }
  })

  test('in ids, names and settings', () => {
    for (const { id, name, platform } of apis) isNeutral([id, name, platform.name].join(), id)
    isNeutral(JSON.stringify(SETTINGS), 'settings')
  })

  test('in the offline examples', async () => {
    for (const { id } of apis) {
      const { pages } = (await service.admin(`/admin/samples/${id}`)).json
      for (const { name, text } of pages) isNeutral(text, name)
    }
  })

  test('in the errors about invalid input', async () => {
    for (const { id } of apis) {
      for (const query of ['', '?url=x', '?handle=a%20b', '?video_id=!', '?username=!', '?extra=1']) {
        const { status, text } = await service.call(`/v1/${id}${query}`)
        assert.ok(status >= 400, text)
        isNeutral(text, `${id}${query}`)
      }
    }
  })
})
