import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startRunSite } from './support/run-site.ts'

const runs = startRunSite()

describe('items of a step', () => {
  for (const [query, field, of] of [
    ['?branch=out', 'branch', 'out'],
    ['?side=in&branch=out', 'branch', 'out'],
    ['?side=out&state=failed', 'state', 'in'],
  ])
    test(`are not listed by what the other side alone has: ${query}`, async () => {
      const run = await runs.run(await runs.workflow({ nodes: [['start', 'input']] }))
      const { status, json } = await runs.service.call(
        `/v1/workflow-runs/${run.id}/steps/start/items${query}`,
      )
      assert.deepEqual(
        [status, json.field, json.error],
        [400, field, `\`${field}\` goes with \`side=${of}\` only.`],
      )
    })
})
