import type { Caller } from '../../accounts/caller.ts'
import { limitReached } from '../../accounts/limits.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { NewRun, Trigger, WorkflowRun } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument, WorkflowRecord } from '../../store/workflows/workflows.ts'
import { invalidGraph } from '../../workflows/check/check-graph.ts'
import { sampleOfSchema } from '../../workflows/check/sample-of-schema.ts'
import { readGraph } from '../../workflows/engine/run-graph.ts'
import { partUpTo } from '../../workflows/part-up-to.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import type { WorkflowCheck } from './records.ts'

/** Options for creating a run. */
interface RunOptions {
  input?: unknown
  trigger: Trigger
  /** Skips all effects: samples and pinned items replace them. */
  dry_run?: boolean | undefined
  /** Runs only this node, over `items`, or else over the items pinned at the nodes before it. */
  only_node?: string | undefined
  /** Runs this node and all nodes before it. */
  to_node?: string | undefined
  items?: readonly unknown[] | undefined
  /** Maximum credits to spend, if less than the budget of the workflow. */
  budget?: number | undefined
  parent?: NewRun['parent']
  /** Checks drafts, which may have test runs if they have no faults. */
  check?: WorkflowCheck
}

/** A run that is ready to be created, and the function that writes it inside a transaction. */
export interface PreparedRun {
  run: WorkflowRun
  write(): void
}

/**
 * Prepares a run of a workflow. Throws 404 if the workflow is absent or of another account, 409 if it is not active, 400 if
 * the input does not match its schema or options contradict each other, 429 if too many runs are open.
 */
export async function prepareRun(
  services: Services,
  caller: Pick<Caller, 'account' | 'key'>,
  workflowId: string,
  options: RunOptions,
): Promise<PreparedRun> {
  const { store, expressions, workflowRuns, now } = services
  const accountId = caller.account.id
  const workflow = partFor(found(await store.workflows.find(accountId, workflowId)), options)
  await assertRunnable(accountId, workflow, options)
  const input = await expressions.readInput(workflow.input_schema, inputFor(workflow, options))
  const graph = readGraph(workflow, onlyNode(workflow, options))
  const start = graph.nodes.find(({ type, node }) => type.type === 'input' || node === options.only_node)!
  const items =
    options.only_node === undefined ? [input] : itemsAt(workflow, options.only_node, options.items)
  const plan = { nodes: graph.nodes, start, items }
  assertUnderLimit(services, caller)
  const created = await store.workflowRuns.create(
    accountId,
    newRun(services, caller, workflow, input, options),
    plan,
    now(),
  )
  const write = () => {
    assertUnderLimit(services, caller)
    created.write()
    workflowRuns.wake()
  }
  return { run: created.run, write }
}

/** The fields of a workflow version that a run needs. */
type RunnableWorkflow = WorkflowDocument & Pick<WorkflowRecord, 'id' | 'version'>

const documentOf = (workflow: RunnableWorkflow): WorkflowDocument => ({
  name: workflow.name,
  description: workflow.description,
  state: workflow.state,
  nodes: workflow.nodes,
  edges: workflow.edges,
  input_schema: workflow.input_schema,
  settings: workflow.settings,
})

export const newRun = (
  { now }: Pick<Services, 'now'>,
  { key }: Pick<Caller, 'key'>,
  workflow: RunnableWorkflow,
  input: Record<string, unknown>,
  { trigger, dry_run = false, only_node, to_node, budget, parent = null }: RunOptions,
): NewRun => ({
  id: newId('run', now()),
  key_id: key.id,
  workflow_id: workflow.id,
  workflow_version: workflow.version,
  workflow_name: workflow.name,
  graph: documentOf(workflow),
  trigger,
  parent,
  retry_of: null,
  dry_run,
  only_node: only_node ?? null,
  to_node: to_node ?? null,
  input,
  budget: lesser(workflow.settings.budget, budget ?? null),
})

const lesser = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

export function assertActive({ state }: WorkflowRecord): void {
  if (state === 'active') return
  throw new AppError('conflict', `This workflow is ${state === 'draft' ? 'a draft' : 'archived'}.`, {
    extra: { state },
    hint: 'Set its state to `active` to run it.',
  })
}

/** Throws unless the workflow is active. A draft without faults may have test runs. */
async function assertRunnable(
  accountId: string,
  workflow: WorkflowRecord,
  options: RunOptions,
): Promise<void> {
  if (workflow.state !== 'draft' || !options.check || !isTestRun(options)) return assertActive(workflow)
  const { faults } = await options.check(accountId, workflow, workflow.id)
  if (faults.length) throw invalidGraph(faults)
}

/** Whether it is a test run: a dry run, or a run of a part of the workflow. */
const isTestRun = ({ dry_run, only_node, to_node }: RunOptions) =>
  dry_run === true || only_node !== undefined || to_node !== undefined

/** Returns the input to validate. A test run without an input gets a sample of the schema. */
const inputFor = ({ input_schema }: WorkflowRecord, options: RunOptions) =>
  (options.input ?? (isTestRun(options) ? sampleOfSchema(input_schema) : {})) as Record<string, unknown>

function onlyNode(workflow: WorkflowRecord, { only_node }: RunOptions): string | null {
  if (only_node === undefined) return null
  assertHasNode(workflow, only_node, 'only_node')
  return only_node
}

/** Returns the part of a workflow that a run executes: all of it, or `to_node` and the nodes before it. */
function partFor(workflow: WorkflowRecord, { only_node, to_node, items }: RunOptions): WorkflowRecord {
  if (items !== undefined && only_node === undefined) throw itemsWithoutNode()
  if (to_node === undefined) return workflow
  if (only_node !== undefined) throw bothNamed()
  assertHasNode(workflow, to_node, 'to_node')
  return { ...workflow, ...partUpTo(workflow, to_node) }
}

const itemsWithoutNode = () =>
  new AppError('invalid_input', 'Only a run of a single node takes `items`.', {
    field: 'items',
    hint: 'Name the node as `only_node`, or send `input` in place of `items`.',
  })

const bothNamed = () =>
  new AppError('invalid_input', 'A run goes through one node only or up to a node, not both.', {
    field: 'to_node',
    hint: 'Leave out `only_node` or `to_node`.',
  })

function assertHasNode({ nodes }: WorkflowRecord, node: string, field: string): void {
  if (nodes.some(({ id }) => id === node)) return
  throw new AppError('invalid_input', `The workflow has no node \`${node}\`.`, {
    field,
    hint: `Its nodes: ${nodes.map(({ id }) => id).join(', ')}.`,
  })
}

/** Returns the items for a node that runs alone. */
function itemsAt(
  { nodes, edges }: WorkflowRecord,
  node: string,
  items?: readonly unknown[],
): readonly unknown[] {
  const before = edges.filter(({ to }) => to === node).map(({ from }) => from)
  const given = items ?? nodes.filter(({ id }) => before.includes(id)).flatMap(({ pinned = [] }) => pinned)
  if (given.length) return given
  throw new AppError('invalid_input', `There are no items for \`${node}\` to run over.`, {
    field: 'items',
    hint: 'Give `items`, or pin items at the nodes before it.',
  })
}

/** Throws 429 if too many runs are open. The transaction that creates a run checks again. */
export function assertUnderLimit(
  { store }: Pick<Services, 'store'>,
  { account }: Pick<Caller, 'account'>,
): void {
  const pending = store.workflowRuns.countOpen(account.id)
  if (pending < account.limits.max_pending) return
  throw limitReached(account, {
    limit: 'max_pending',
    pending,
    message: `This account already has ${pending} runs under way.`,
    hint: 'Wait for some to end, cancel some',
    retryAfter: 5,
  })
}
