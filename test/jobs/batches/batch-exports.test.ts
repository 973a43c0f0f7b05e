import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { openStore } from '../../../server/store/open-store.ts'
import { until } from '../../http/support/until.ts'
import { VIDEO_ID } from '../../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { plainPages, serveComments } from '../support/comment-site.ts'
import { gatePage } from '../support/gate-page.ts'

const folder = tempFolder()
let site: LocalSite
let service: TestApp

const start = async () => {
  service = await startTestApp({ data_dir: folder, allow_hosts: ['127.0.0.1'], shortvideo_url: site.url })
}
before(async () => {
  site = await startLocalSite()
  await start()
})
after(async () => {
  await service.stop()
  await site.close()
})

const create = async (target: object, inputs: object[]) =>
  (await service.call('/v1/batches', { json: { target, items: inputs.map(input => ({ input })) } })).json.id
const exportBatch = (id: string, format: string) => service.call(`/v1/batches/${id}/export?format=${format}`)

describe('an export of a batch', () => {
  test('reports results that are no longer kept, and takes its columns from the others', async () => {
    site.on('/first', { body: '<h1>Kettle</h1>' })
    const gate = gatePage(site, '/second')
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const id = await create({ parser_id }, [{ url: `${site.url}/first` }, { url: `${site.url}/second` }])
    const items = async () => (await service.call(`/v1/batches/${id}/items`)).json.data
    await until(async () => (await items())[0].state === 'completed')
    const ended = Date.parse((await items())[0].finished_at)
    await until(async () => Date.now() > ended)
    gate.open()
    await service.ended(`/v1/batches/${id}`)
    await service.app.stop()
    const store = openStore(folder)
    await store.jobFiles.expire(ended + 1, 100)
    store.close()
    await start()

    const [first, second] = (await exportBatch(id, 'json')).json
    assert.deepEqual([first.state, first.result, first.error.code], ['completed', null, 'gone'])
    assert.deepEqual([second.result, second.error], [{ title: 'Kettle' }, null])
    assert.equal(
      (await exportBatch(id, 'csv')).text,
      [
        'index,custom_id,state,error,input.url,title',
        `0,,completed,gone: The result of this job is no longer kept.,${site.url}/first,`,
        `1,,completed,,${site.url}/second,Kettle`,
        '',
      ].join('\n'),
    )
  })

  test('contains large results as they were read, in every format', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, i) => `<li><b>"${i}"</b><i>příliš \\ 🍵 ${'x'.repeat(100)}</i></li>`,
    )
    site.on('/large', { body: `<h1>Kettle</h1><ul>${rows.join('')}</ul>` })
    const items = { css: 'li', all: true, fields: { sku: 'b', title: 'i' } }
    const parser_id = await service.parser({
      fields: { title: 'h1', items, price: 'u', whole: 'ul', none: { css: 'u', all: true } },
    })
    const id = await create({ parser_id }, [{ url: `${site.url}/large` }, { url: `${site.url}/first` }])
    await service.ended(`/v1/batches/${id}`)
    const [first] = (await service.call(`/v1/batches/${id}/items`)).json.data
    const { text, json: result } = await service.call(`/v1/jobs/${first.id}/result`)
    assert.ok(text.length > 500_000)

    const [line] = (await exportBatch(id, 'ndjson')).text.split('\n')
    const item = {
      index: 0,
      custom_id: null,
      state: 'completed',
      input: first.input,
      error: null,
      notice: null,
    }
    assert.equal(line, JSON.stringify({ ...item, result }))
    assert.deepEqual((await exportBatch(id, 'json')).json[0], { ...item, result })
    const [row] = parse((await exportBatch(id, 'csv')).text, { columns: true }) as Record<string, string>[]
    const cells = {
      title: 'Kettle',
      items: JSON.stringify(result.items),
      price: '',
      whole: result.whole,
      none: '[]',
    }
    assert.deepEqual(row, {
      index: '0',
      custom_id: '',
      state: 'completed',
      error: '',
      'input.url': first.input.url,
      ...cells,
    })
  })

  test('contains the pages of a list that were read and paid for before the batch was cancelled', async () => {
    const comments = serveComments(site, plainPages(5))
    const stands = Promise.withResolvers<void>()
    comments.instead.set('40', () => stands.resolve())
    const id = await create({ api_id: 'shortvideo-comments', max_pages: 9 }, [{ video_id: VIDEO_ID }])
    await stands.promise
    await service.call(`/v1/batches/${id}/cancel`, { method: 'POST' })
    const [row] = (await exportBatch(id, 'json')).json
    const ids = row.result.comments.map((comment: { id: string }) => comment.id)
    assert.deepEqual([row.state, row.notice, ids], ['cancelled', 'pages_missing', ['0a', '0b', '1a', '1b']])
  })
})
