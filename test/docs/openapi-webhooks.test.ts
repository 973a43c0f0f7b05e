import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { EVENT_TYPES } from '../../server/store/webhooks/event.ts'
import { makeDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

interface Document {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>
  components: { schemas: object }
}

let service: TestApp
let site: LocalSite
let document: Document
before(async () => {
  site = await startLocalSite()
  site.on('/hook', { status: 204 })
  site.on('/page', { body: '<h1>Kettle</h1>' })
  site.on('/hangs', () => undefined)
  service = await startTestApp({ allow_hosts: '127.0.0.1', credits_low: 990 })
  document = (await service.call('/v1/openapi.json')).json
})
after(async () => {
  await service.stop()
  await site.close()
})

/** The declared schema of an event, which refuses undeclared fields. */
function schemaOf(type: string): z.ZodType {
  const { schema } = document.webhooks[type]!.post.requestBody.content['application/json']
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema)
}

async function create(path: string, json: object): Promise<string> {
  const answer = await service.call(path, { json })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.json.id
}

test('the OpenAPI document declares every event that webhooks receive', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...EVENT_TYPES, 'webhook.test'].sort())
})

test('events have the declared fields, and no others', async () => {
  const groups = new Set(EVENT_TYPES.map(type => `${type.split('.')[0]}.*`))
  const webhook = await create('/v1/webhooks', { url: `${site.url}/hook`, events: [...groups] })
  await service.call(`/v1/webhooks/${webhook}/test`, { method: 'POST' })
  const parser = await service.parser({ fields: { title: { css: 'h1', required: true } } })
  const { id: database } = await makeDatabase(service, {
    columns: [{ name: 'title', path: 'title', type: 'string' }],
  })
  const items = ['/page', '/none'].map(path => ({ input: { url: site.url + path } }))
  const batch = await create('/v1/batches', { target: { parser_id: parser }, items, database_id: database })
  await service.ended(`/v1/batches/${batch}`)
  const job = await create('/v1/jobs', { parser_id: parser, input: { url: `${site.url}/hangs` } })
  await service.call(`/v1/jobs/${job}/cancel`, { method: 'POST' })
  const nodes = [
    { id: 'in', type: 'input' },
    { id: 'tell', type: 'webhook', config: {} },
  ]
  const workflow = await create('/v1/workflows', { name: 'a', nodes, edges: [{ from: 'in', to: 'tell' }] })
  const run = await create(`/v1/workflows/${workflow}/run`, { input: {} })
  await service.ended(`/v1/workflow-runs/${run}`)
  const target = { type: 'parser', id: parser, input: { url: `${site.url}/page` } }
  const cron = await create('/v1/crons', { name: 'a', expression: '0 0 1 1 *', timezone: 'UTC', target })
  await service.call(`/v1/crons/${cron}/pause`, { json: {} })
  await service.admin('/admin/credits', { account: 'default', credits: -50 })
  const expected = [
    'batch.completed', 'credits.low', 'cron.paused', 'database.rows.changed', 'job.cancelled', 'job.completed',
    'job.failed', 'webhook.test', 'workflow_run.completed', 'workflow_run.item',
  ] // biome-ignore format: a list
  const events = await until(async () => {
    const { data } = (await service.call(`/v1/webhooks/${webhook}/deliveries?limit=100`)).json
    const found: { type: string }[] = data.map(({ event }: { event: { type: string } }) => event)
    return new Set(found.map(({ type }) => type)).size >= expected.length && found
  })
  assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), expected)
  for (const event of events) assert.deepEqual(schemaOf(event.type).safeParse(event).error?.issues ?? [], [])
})
