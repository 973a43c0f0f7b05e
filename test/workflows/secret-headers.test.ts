import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connect } from '../mcp/support/clients.ts'
import { documentOf, startRunSite } from './support/run-site.ts'

const MASK = '••••'
const HEADERS = {
  Authorization: 'Bearer s3cret-1',
  'X-Api-Key': 's3cret-2{{ item.n }}',
  'X-Tenant': 's3cret-3',
  'X-Plain': 'plain',
}
const MASKED = { Authorization: MASK, 'X-Api-Key': MASK, 'X-Tenant': MASK, 'X-Plain': 'plain' }
const MARKS = ['x-tenant']

const runs = startRunSite({}, ({ site }) => {
  site.on('/api', { headers: { 'content-type': 'application/json' }, body: '{"ok": true}' })
  site.on('/no', { status: 401, body: 'no' })
})

interface RequestConfig {
  headers?: object | string
  secret_headers?: string[]
  path?: string
}

const graph = (config: RequestConfig = { headers: HEADERS, secret_headers: MARKS }, id = 'ask') => {
  const { path = '/api', ...rest } = config
  return documentOf({
    nodes: [
      ['start', 'input'],
      [id, 'http_request', { url: `${runs.site.url}${path}`, ...rest }],
    ],
  })
}
const call = (path: string, json?: unknown, method = 'POST') =>
  runs.service.call(`/v1/workflows${path}`, json === undefined ? { method } : { method, json })
const get = (path: string) => runs.service.call(`/v1/workflows${path}`)
const replaceWorkflow = (id: string, json: unknown) => call(`/${id}`, json, 'PUT')
const create = async (config?: RequestConfig) => {
  const created = await call('', graph(config))
  assert.equal(created.status, 201, created.text)
  return created.json.id as string
}
const shownHeaders = async (id: string) => (await get(`/${id}`)).json.nodes[1].config.headers
const bodyOf = async (id: string) => {
  const {
    id: _id,
    version: _version,
    created_at: _made,
    updated_at: _changed,
    ...body
  } = (await get(`/${id}`)).json
  return body
}

/** Runs the workflow, and returns the headers that the site received. */
async function headersSentBy(id: string) {
  const run = await runs.run(id, { n: 7 })
  assert.equal(run.state, 'completed')
  const { headers } = runs.site.requests.findLast(({ path }) => path === '/api')!
  return ['authorization', 'x-api-key', 'x-tenant', 'x-plain'].map(name => headers[name])
}
const SECRETS = ['Bearer s3cret-1', 's3cret-27', 's3cret-3', 'plain']

describe('secret headers of a node that sends requests', () => {
  test('are not sent along with a redirect to another origin', async () => {
    const location = `http://localhost:${runs.site.port}/api`
    runs.site.on('/away', { status: 302, headers: { location } })
    const id = await create({ headers: HEADERS, secret_headers: MARKS, path: '/away' })
    assert.deepEqual(await headersSentBy(id), [undefined, undefined, undefined, 'plain'])
  })

  test('are masked in every answer about the workflow', async () => {
    const created = await call('', graph())
    assert.deepEqual(created.json.nodes[1].config.headers, MASKED)
    const { id } = created.json
    const answers = [
      created,
      await get(`/${id}`),
      await get(''),
      await replaceWorkflow(id, graph()),
      await get(`/${id}/versions`),
      await call(`/${id}/versions/1/restore`),
      await get(`/${id}/export`),
      await call('/import', { format: 'winnow-workflow/1', ...graph() }),
      await call('/validate', graph()),
    ]
    await call(`/${id}`, undefined, 'DELETE')
    answers.push(await call(`/${id}/restore`))
    for (const { status, text } of answers) {
      assert.ok(status < 300, text)
      assert.doesNotMatch(text, /s3cret/)
    }
  })

  test('are masked in the answers to tools of an assistant', async () => {
    const { url, key } = runs.service
    const client = await connect(url, key, {}, '?groups=workflows')
    const id = await create()
    const answers = [
      await client.call('workflow_list', { fields: ['data.nodes'] }),
      await client.call('workflow_create', { ...graph(), fields: ['nodes'] }),
      await client.call('workflow_replace', { id, ...graph(), fields: ['nodes'] }),
    ]
    await client.close()
    for (const answer of answers) {
      assert.ok(!answer.isError, JSON.stringify(answer))
      assert.match(JSON.stringify(answer), /http_request/)
      assert.doesNotMatch(JSON.stringify(answer), /s3cret/)
    }
  })

  test('are kept by a tool that changes something else', async () => {
    const id = await create()
    const { url, key } = runs.service
    const client = await connect(url, key, {}, '?groups=workflows')
    const { structuredContent } = await client.call('workflow_replace', { id, description: 'Asks.' })
    await client.close()
    assert.deepEqual([structuredContent.description, structuredContent.version], ['Asks.', 2])
    assert.deepEqual(await headersSentBy(id), SECRETS)
  })

  test('are sent with their values, which never appear in a run, a dry run or an error', async () => {
    const id = await create()
    assert.deepEqual(await headersSentBy(id), SECRETS)
    const failing = [
      await create({ headers: HEADERS, secret_headers: MARKS, path: '/no' }),
      await create({ headers: { ...HEADERS, Authorization: 's3cret\n{{ item.n }}' }, secret_headers: MARKS }),
      await create({ headers: { Authorization: 's3cret-4 {{ $number("s3cret" & item.n) }}' } }),
    ]
    const ended = [await runs.run(id, { n: 7 }), await runs.run(id, { n: 7 }, { dry_run: true })]
    for (const workflow of failing) ended.push(await runs.run(workflow, { n: 7 }))
    for (const run of ended) {
      const items = [await runs.items(run, 'ask'), await runs.items(run, 'ask', '&side=out')]
      assert.doesNotMatch(JSON.stringify([run, items]), /s3cret/)
    }
    assert.doesNotMatch((await runs.service.call('/v1/workflow-runs')).text, /s3cret/)
  })

  test('keep their values when a change contains the mask', async () => {
    const id = await create()
    assert.equal((await replaceWorkflow(id, await bodyOf(id))).status, 200)
    assert.deepEqual([await shownHeaders(id), await headersSentBy(id)], [MASKED, SECRETS])
  })

  test('keep their values when their node is renamed', async () => {
    const id = await create()
    const renamed = graph({ headers: MASKED, secret_headers: MARKS }, 'asks')
    assert.equal((await replaceWorkflow(id, renamed)).status, 200)
    assert.deepEqual(await headersSentBy(id), SECRETS)
  })

  test('are checked with their real values when the mask is sent', async () => {
    const id = await create()
    const checked = await call('/validate', { id, ...(await bodyOf(id)) })
    assert.deepEqual([checked.status, checked.json.valid], [200, true])
  })

  test('cannot be set to a mask without an earlier value, nor in an imported file', async () => {
    const field = 'nodes[1].config.headers.Authorization'
    const masks = graph({ headers: { Authorization: MASK } })
    const id = await create({})
    for (const answer of [
      await call('', masks),
      await replaceWorkflow(id, masks),
      await call('/import', { format: 'winnow-workflow/1', ...masks }),
    ]) {
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.match(answer.json.hint, /Send the value/)
    }
  })

  test('are masked in versions from before they were marked as secret, and a restored version gets the mark', async () => {
    const id = await create({ headers: HEADERS })
    await replaceWorkflow(id, graph())
    assert.doesNotMatch((await get(`/${id}/versions`)).text, /s3cret/)
    const restored = await call(`/${id}/versions/1/restore`)
    assert.deepEqual(restored.json.nodes[1].config.headers, MASKED)
    assert.deepEqual(await headersSentBy(id), SECRETS)
  })

  test('cannot be revealed by a change that keeps the mask but no longer marks them as secret', async () => {
    const id = await create()
    const refused = await replaceWorkflow(id, graph({ headers: MASKED }))
    assert.deepEqual([refused.status, refused.json.field], [400, 'nodes[1].config.headers.X-Tenant'])
  })

  test('are masked as a whole when they come from one expression', async () => {
    const id = await create({ headers: '{{ {"Authorization": "Bearer s3cret-1"} }}' })
    assert.equal(await shownHeaders(id), MASK)
    assert.equal((await replaceWorkflow(id, await bodyOf(id))).status, 200)
    assert.equal((await headersSentBy(id))[0], 'Bearer s3cret-1')
  })
})
