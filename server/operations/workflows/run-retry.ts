import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../accounts/caller.ts'
import { AppError } from '../../base/errors.ts'
import { isRunOpen, type RunRow } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import { planRetry, type RetryScope } from '../../workflows/engine/plan-retry.ts'
import { readGraph } from '../../workflows/engine/run-graph.ts'
import { partUpTo } from '../../workflows/part-up-to.ts'
import { inState } from '../jobs/jobs.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { assertActive, assertUnderLimit, newRun, type PreparedRun } from './prepare-run.ts'

type RunInput = Record<string, unknown>

interface RetryOptions extends RetryScope {
  version: 'same' | 'latest'
}

/** Returns the workflow version with which a run is repeated. */
async function versionFor({ store }: Services, row: RunRow, version: RetryOptions['version']) {
  const { workflow_id: id, workflow_version, budget } = row
  const document = JSON.parse(row.graph) as WorkflowDocument
  if (version === 'same')
    return { ...document, id, version: workflow_version, settings: { ...document.settings, budget } }
  const workflow = await store.workflows.find(row.account_id, id)
  if (!workflow) throw workflowDeleted()
  assertActive(workflow)
  return row.to_node === null ? workflow : { ...workflow, ...partUpTo(workflow, row.to_node) }
}

const workflowDeleted = () =>
  new AppError('conflict', 'The workflow of this run was deleted.', {
    field: 'version',
    hint: 'Restore it within 7 days, or retry the version that ran (`same`).',
  })

/** Returns the input for a version. The version that ran has already validated it. */
async function inputFor(
  { expressions }: Services,
  { input_schema }: WorkflowDocument,
  before: RunInput,
  version: RetryOptions['version'],
): Promise<RunInput> {
  return version === 'same' ? before : expressions.readInput(input_schema, before)
}

/**
 * Prepares a run that repeats an ended one. Steps that are not repeated are copied from the ended run before the new one
 * starts. Throws 409 if that run is still open, or if its workflow was deleted and the newest version is wanted; 400 for an
 * unknown node and for an input that this version rejects.
 */
export async function prepareRetry(
  services: Services,
  caller: Caller,
  runId: string,
  options: RetryOptions,
): Promise<PreparedRun> {
  const { store, workflowRuns, now } = services
  const accountId = caller.account.id
  const row = found(store.workflowRuns.row(accountId, runId))
  if (isRunOpen(row.state)) throw inState(row.state, 'This run has not ended.', 'Cancel it first.')
  const workflow = await versionFor(services, row, options.version)
  const only = row.only_node
  const graph = readGraph(workflow, only)
  assertHasNode(
    graph.nodes.map(({ node }) => node),
    options.from,
  )
  const retryPlan = planRetry(JSON.parse(row.graph), graph, store.workflowRuns.steps(row.seq), options)
  const before = JSON.parse(row.input) as RunInput
  const input = await inputFor(services, workflow, before, options.version)
  // Results of another input cannot be reused. A node that ran alone keeps the items that it was given.
  const isAnew = only === null && !isDeepStrictEqual(input, before)
  const start = graph.nodes.find(({ type, node }) => type.type === 'input' || node === only)!
  const run = {
    ...newRun(services, caller, workflow, input, {
      trigger: { type: caller.source === 'mcp' ? 'mcp' : 'manual' },
      dry_run: row.dry_run === 1,
      only_node: only ?? undefined,
      to_node: row.to_node ?? undefined,
    }),
    retry_of: row.id,
  }
  assertUnderLimit(services, caller)
  const created = await store.workflowRuns.create(
    accountId,
    run,
    { nodes: graph.nodes, start, items: isAnew ? [input] : [] },
    now(),
  )
  const write = () => {
    assertUnderLimit(services, caller)
    // It may have been deleted meanwhile, and then there is nothing to copy.
    found(store.workflowRuns.row(accountId, runId))
    const seq = created.write()
    if (!isAnew) store.workflowCopies.note(seq, row.seq, retryPlan)
    workflowRuns.wake()
  }
  return { run: created.run, write }
}

function assertHasNode(nodes: readonly string[], from: string): void {
  if (from === 'start' || from === 'failed' || nodes.includes(from)) return
  throw new AppError('invalid_input', `There is no node \`${from}\` to continue from.`, {
    field: 'from',
    hint: `\`start\`, \`failed\`, or a node: ${nodes.join(', ')}.`,
  })
}
