import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { WorkflowDocument } from '../../server/store/workflows/workflows.ts'
import { checkSamples } from '../../server/workflows/check/check-samples.ts'
import type { GraphContext } from '../../server/workflows/check/graph-fault.ts'
import { createExpressions } from '../../server/workflows/expressions/create-expressions.ts'

const expressions = createExpressions({ timeoutMs: () => 30_000 })
after(() => expressions.close())

/** Simulates a machine too busy to give the first `attempts` evaluations enough processor time. */
function withoutTimeFor(attempts: number): typeof expressions {
  let attemptsLeft = attempts
  return {
    ...expressions,
    resolve(template, variables, options) {
      const isShort = JSON.stringify(template).includes('{{') && attemptsLeft-- > 0
      return expressions.resolve(template, variables, isShort ? { ...options, timeoutMs: 1 } : options)
    },
  }
}

const LONG = '$sum([1..3000].($ % 7)) > 0'
const workflow = {
  nodes: [
    { id: 'input', type: 'input', config: {} },
    { id: 'long', type: 'filter', config: { condition: LONG } },
  ],
  edges: [{ from: 'input', to: 'long' }],
  input_schema: { type: 'object', properties: {} },
} as unknown as WorkflowDocument

async function faultsWithoutTimeFor(attempts: number) {
  const world = {
    expressions: withoutTimeFor(attempts),
    operations: new Map(),
    has: async () => true,
    workflow: () => null,
  }
  return (await checkSamples(workflow, world as unknown as GraphContext)).faults
}

test('an expression that was stopped once is tried again before its workflow is refused', async () => {
  assert.deepEqual(await faultsWithoutTimeFor(0), [])
  assert.deepEqual(await faultsWithoutTimeFor(1), [])
  const [fault, ...others] = await faultsWithoutTimeFor(2)
  assert.deepEqual(others, [])
  assert.equal(fault!.field, 'nodes[1].config.condition')
  assert.match(fault!.error, /was stopped after 0.001 s/)
})
