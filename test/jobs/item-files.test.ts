import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite()

const upload = (text: string) => {
  const form = new FormData()
  form.append('parser_id', jobs.parser)
  form.append('items', new Blob([text]), 'items')
  return jobs.service.call('/v1/batches/upload', { body: form })
}

describe('a file of items', () => {
  for (const text of ['url,custom_id\n', '\ufeff', '\n\n', '[]', ' \n'])
    test(`that is ${JSON.stringify(text)} is refused, as it holds none`, async () => {
      const { status, json } = await upload(text)
      assert.deepEqual([status, json.field, json.error], [400, 'items', 'The file holds no item.'])
      assert.ok(json.hint)
    })
})
