import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TEMPLATES, type Template } from '../../../renderer/features/workflows/templates/templates.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const create = async (path: string, json: object) => {
  const answer = await winnow.call(path, { json })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.id as string
}

/** Saves the workflow of a template with its parser and database; `answer` is pinned to its first call. */
async function workflowOf({ database, workflow }: Template, answer: Record<string, unknown>) {
  const schema = { fields: { title: { css: 'h1' }, price: { css: '.price', type: 'number' } } }
  const parser = await create('/v1/parsers', { name: 'Product', schema })
  const id = await create('/v1/databases', database)
  return { database: id, id: await create('/v1/workflows', workflow({ database: id, parser, answer })) }
}

async function run(id: string, options: object) {
  const { json } = await winnow.call(`/v1/workflows/${id}/run`, { json: options })
  return winnow.ended(`/v1/workflow-runs/${json.id}`)
}

interface Step {
  node_id: string
  items_in: number
}

const itemsByNode = ({ steps }: { steps: Step[] }) =>
  Object.fromEntries(steps.map(({ node_id, items_in }) => [node_id, items_in]))

describe('a template', () => {
  for (const template of TEMPLATES)
    test(`“${template.title}” reaches all its nodes in a dry run on its sample, for free`, async () => {
      const { sample } = template
      const answer =
        sample === 'page'
          ? { title: 'Kettle', price: 79.5 }
          : (await winnow.admin(`/admin/samples/${sample.api}/answer`)).json
      const { id } = await workflowOf(template, answer)
      const dryRun = await run(id, { dry_run: true })
      assert.deepEqual([dryRun.state, dryRun.credits, dryRun.items_failed], ['completed', 0, 0])
      assert.ok(
        Object.values(itemsByNode(dryRun)).every(items => items > 0),
        JSON.stringify(itemsByNode(dryRun)),
      )
    })

  test('“Price drop” reports a price only when it is lower than the previous one', async () => {
    const site = await startLocalSite()
    await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
    const { id, database } = await workflowOf(TEMPLATES.find(({ id }) => id === 'price-drop')!, {})
    const reports: number[] = []
    for (const price of [20, 15, 18]) {
      site.on('/kettle', { body: `<h1>Kettle</h1><b class="price">${price}</b>` })
      const workflowRun = await run(id, { input: { url: `${site.url}/kettle` } })
      assert.equal(workflowRun.state, 'completed')
      reports.push(itemsByNode(workflowRun).report!)
      const { data } = (await winnow.call(`/v1/databases/${database}/rows`)).json
      assert.deepEqual(
        data.map((row: { data: { price: number } }) => row.data.price),
        [price],
      )
    }
    assert.deepEqual(reports, [0, 1, 0])
    await site.close()
  })
})
