import { startLocalSite } from '../../support/local-site.ts'
import type { TestApp } from '../../support/start-app.ts'

/** Values for the parameters of pages in a service that has been used, by path, such as `/jobs/:id`. */
export type PageParams = Record<string, string>

/** Fills a service as its owner would: a parser, offline examples, keys, failed calls. Nothing leaves the machine. */
export async function fillWithSampleData(winnow: TestApp): Promise<PageParams> {
  const { data: samples } = (await winnow.admin('/admin/samples')).json
  for (const { api_id } of samples) await readSample(winnow, api_id)
  const parser = await saveSampleParser(winnow)
  await winnow.keyFor('default', { name: 'nightly backup', scopes: ['read'], monthly_cap: 500 })
  for (const path of ['/v1/videosite-transcript?lang=none', '/v1/scrape?url=nowhere', '/v1/parsers/par_none'])
    await winnow.call(path)
  const { database, webhook } = await collect(winnow)
  const sentPageId = await sendPage(winnow)
  await logIn(winnow)
  await pairBrowser(winnow)
  return {
    '/databases/:id': database,
    '/webhooks/:id': webhook,
    '/jobs/:id': await parseLater(winnow, parser),
    '/batches/:id': await batchOfMissing(winnow, parser),
    '/crons/:id': await runByClock(winnow, parser),
    '/parsers/:id': parser,
    ...(await runWorkflow(winnow, parser)),
    '/playground/:operation': samples[0].api_id,
    '/settings/:part': 'platforms',
    '/guides/:name': 'parsers',
    '/parsers/sent/:id': sentPageId,
    '/read/sent/:id': sentPageId,
  }
}

/** Calls an API with the pages of its offline example. */
async function readSample(winnow: TestApp, id: string): Promise<void> {
  const { asked, pages } = (await winnow.admin(`/admin/samples/${id}`)).json
  const body = new FormData()
  for (const [name, value] of Object.entries(asked)) body.append(name, String(value))
  for (const { name, text, content_type } of pages)
    body.append('page', new File([text], name, { type: content_type }))
  await winnow.call(`/v1/extract/${id}`, { body })
}

/** Saves the sample parser, and calls it twice with its page. */
async function saveSampleParser(winnow: TestApp): Promise<string> {
  const [{ name, schema, page }] = (await winnow.admin('/admin/samples/parsers')).json.data
  const id = await winnow.parser(schema, { name })
  for (const _ of [1, 2]) {
    const body = new FormData()
    body.append('html', new File([page.text], page.name))
    await winnow.call(`/v1/parse/${id}`, { body })
  }
  return id
}

/** Sends the page of the sample parser, as a browser does. */
async function sendPage(winnow: TestApp): Promise<string> {
  const [{ page }] = (await winnow.admin('/admin/samples/parsers')).json.data
  const body = new FormData()
  body.append('html', new File([page.text], page.name, { type: 'text/html' }))
  body.append('url', 'https://shop.example/kettles')
  body.append('title', 'Kettles')
  return (await winnow.call('/v1/sent-pages', { body })).json.id
}

/** Creates two sessions: one with a cookie, and one that nobody has logged in to yet. */
async function logIn(winnow: TestApp): Promise<void> {
  const [session] = await Promise.all(
    ['shop.example', 'forum.example'].map(host =>
      winnow.call('/v1/sessions', {
        json: { name: `Login to ${host}`, hosts: [host], login_url: `https://${host}/login` },
      }),
    ),
  )
  const body = new FormData()
  const cookie = { name: 'sid', value: '1', domain: 'shop.example', path: '/', secure: true }
  body.append('file', new File([JSON.stringify([cookie])], 'cookies.json'))
  await winnow.call(`/v1/sessions/${session!.json.id}/import`, { body })
}

/** Pairs a browser with its extension. */
async function pairBrowser(winnow: TestApp): Promise<void> {
  const { json } = await winnow.admin('/admin/pairing-codes', {})
  await winnow.call('/v1/pairings', {
    json: { code: json.code },
    headers: {
      origin: 'moz-extension://0c0e3f0e-5a1b-4d3c-9c64-1f6f6a1f2b3c',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
}

/** Writes rows, changes some of them, and posts the events to a receiver that does not exist. */
async function collect(winnow: TestApp): Promise<{ database: string; webhook: string }> {
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const webhook = await winnow.call('/v1/webhooks', {
    json: { url: 'http://127.0.0.1:9/in', events: ['database.rows.changed'] },
  })
  const columns = [
    { name: 'title', type: 'string' },
    { name: 'price', type: 'number' },
    { name: 'in_stock', type: 'boolean' },
    { name: 'offers', type: 'json' },
  ]
  const database = await winnow.call('/v1/databases', {
    json: { name: 'Kettles of the shop', columns, primary_key: ['title'], write_mode: 'upsert' },
  })
  for (const discount of [0, 1]) {
    const rows = Array.from({ length: 80 }, (_, index) => ({
      title: `Kettle ${index}`,
      price: 20 + index / 4 - discount * (index % 2),
      in_stock: index % 3 > 0,
      offers: [{ seller: 'Hillside Goods', price: 19.5 }],
    }))
    await winnow.call(`/v1/databases/${database.json.id}/rows`, { json: { rows } })
  }
  await winnow.call(`/v1/webhooks/${webhook.json.id}/test`, { method: 'POST' })
  return { database: database.json.id, webhook: webhook.json.id }
}

/** Runs a workflow whose pages cannot be fetched, so that its items have errors. */
async function runWorkflow(winnow: TestApp, parser: string): Promise<PageParams> {
  const scrape = { operation: 'scrape', input: { parserId: parser, url: '{{ item }}' } }
  const nodes = [
    { id: 'start', type: 'input' },
    { id: 'each', type: 'for_each', config: { list: 'item.urls' } },
    { id: 'page', type: 'operation', config: scrape },
    { id: 'title', type: 'map', config: { value: 'item.title' } },
  ]
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
  const workflow = await winnow.call('/v1/workflows', { json: { name: 'Titles of pages', nodes, edges } })
  const urls = ['kettle', 'cup', 'plate'].map(name => `http://127.0.0.1:9/${name}`)
  const { json } = await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input: { urls } } })
  await winnow.ended(`/v1/workflow-runs/${json.id}`)
  return { '/workflows/:id': workflow.json.id, '/runs/:id': json.id }
}

/** Runs a job that parses the sample page. */
async function parseLater(winnow: TestApp, parser: string): Promise<string> {
  const [{ page }] = (await winnow.admin('/admin/samples/parsers')).json.data
  const { json } = await winnow.call('/v1/jobs', {
    json: { type: 'parse', parser_id: parser, input: { html: page.text } },
  })
  await winnow.ended(`/v1/jobs/${json.id}`)
  return json.id
}

/** Creates crons: some with many times, one that has run, and one that failed and was paused. */
async function runByClock(winnow: TestApp, parser: string): Promise<string> {
  const [{ page }] = (await winnow.admin('/admin/samples/parsers')).json.data
  const target = { type: 'parser', id: parser, input: { html: page.text } }
  const crons: [name: string, expression: string][] = [
    ['Prices of the whole shop, every quarter of an hour', '*/15 * * * *'],
    ['Night round', '30 2 * * *'],
    ['Kettles', '0 9-17/2 * * *'],
  ]
  const ids: string[] = []
  for (const [name, expression] of crons)
    ids.push(
      (await winnow.call('/v1/crons', { json: { name, expression, timezone: 'Europe/Berlin', target } })).json
        .id,
    )
  const failingTarget = { ...target, input: { url: 'http://shop.invalid/kettle' } }
  const json = {
    name: 'Offers',
    expression: '0 6 * * 1-5',
    timezone: 'UTC',
    target: failingTarget,
    max_consecutive_failures: 1,
  }
  const failing = (await winnow.call('/v1/crons', { json })).json.id
  for (const id of [ids[2], failing]) {
    const { json: run } = await winnow.call(`/v1/crons/${id}/run`, { method: 'POST' })
    await winnow.ended(`/v1/jobs/${run.job_id}`)
  }
  return ids[2]!
}

/** Runs a batch of pages that do not exist, on a site that is closed afterwards. */
async function batchOfMissing(winnow: TestApp, parser_id: string): Promise<string> {
  const site = await startLocalSite()
  const items = Array.from({ length: 12 }, (_, at) => ({ input: { url: `${site.url}/kettle/${at}` } }))
  const { json } = await winnow.call('/v1/batches', {
    json: { name: 'Kettles', target: { parser_id }, items },
  })
  await winnow.ended(`/v1/batches/${json.id}`)
  await site.close()
  return json.id
}
