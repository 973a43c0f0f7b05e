import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetOf, holdInBudgets, type RunBudget } from '../../../server/workflows/engine/run-budgets.ts'
import { workflowBody } from '../../../server/workflows/graph.ts'
import { documentOf } from '../support/run-site.ts'

const document = workflowBody.parse(documentOf({ nodes: [['start', 'input']], settings: { budget: 3 } }))
const budget = (used: number) => budgetOf({ seq: 1, budget: 3, used, cron_id: null }, document)
const refusal = (chain: RunBudget[], credits: number) =>
  holdInBudgets(chain, credits, new AbortController().signal).then(
    () => null,
    error => error.message,
  )

test('the error for an exceeded budget states the cost of the call if some of the budget is left', async () => {
  assert.equal(await refusal([budget(2)], 1), null)
  assert.equal(await refusal([budget(3)], 1), 'The run has spent 3 of its budget of 3 credits.')
  assert.equal(
    await refusal([budget(1)], 5),
    'The run has spent 1 of its budget of 3 credits; the next call costs 5.',
  )
})

test('the error of a sub-workflow for the exceeded budget of its parent says whose budget it is', async () => {
  assert.equal(
    await refusal([budget(1), budget(3)], 1),
    'The parent run has spent 3 of its budget of 3 credits.',
  )
})
