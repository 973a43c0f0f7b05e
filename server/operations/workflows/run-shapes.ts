import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { namedObject } from '../../base/fields/schema-names.ts'
import {
  ITEM_STATES,
  RUN_STATES,
  STEP_STATES,
  TRIGGERS,
  type WorkflowRun,
} from '../../store/workflows/run-rows.ts'
import { callShape, exampleCall } from '../account/account.ts'
import { time } from '../fields.ts'
import { jobShape } from '../jobs/shapes.ts'
import { stateShape } from '../states.ts'

/** Finds the run named by an input. */
export type OwnRun = (input: { id: string }, caller: Pick<Caller, 'account'>) => Promise<WorkflowRun>

const itemError = jobShape.shape.error.unwrap()

const stepShape = namedObject('WorkflowRunStep', {
  node_id: z.string(),
  state: stateShape(STEP_STATES).describe('`skipped`: no item reached it.'),
  attempt: z.int().describe('The most attempts that an item took.'),
  items_in: z.int().describe('Items that reached it.'),
  items_out: z.int().describe('Items that it emitted.'),
  items_failed: z.int(),
  incomplete: z
    .boolean()
    .describe(
      'Items are missing that nobody asked to leave out: beyond a limit that was not set, of an answer that broke off, or in the run of a sub-workflow.',
    ),
  branches: z
    .record(z.string(), z.int())
    .nullable()
    .describe('`items_out` by branch; null in a run that an earlier version began.'),
  credits: z.int(),
  error: itemError.nullable().describe('Of the first item that failed.'),
  started_at: time.nullable(),
  finished_at: time.nullable(),
})

/** The fields of a run that a tool shows by default, if it does not read that run. Steps would fill a model's context. */
export const SHOWN_RUN_FIELDS = [
  'id',
  'workflow_id',
  'workflow_name',
  'workflow_version',
  'state',
  'dry_run',
  'error',
  'credits',
  'items_failed',
  'created_at',
  'finished_at',
]

/** The shape of a workflow run in answers. */
export const runShape = namedObject('WorkflowRun', {
  id: z.string(),
  workflow_id: z.string(),
  workflow_version: z.int().describe('The version that it runs, pinned when it was created.'),
  workflow_name: z.string(),
  trigger: z.object({ type: z.enum(TRIGGERS), cron_id: z.string().optional() }),
  parent_run_id: z.string().nullable().describe('The run that started this one, as a sub-workflow.'),
  retry_of: z.string().nullable().describe('The run that it repeats.'),
  dry_run: z.boolean().describe('Effects are left out: samples and pinned items take their place, free.'),
  only_node: z.string().nullable().describe('The one node that it runs.'),
  to_node: z.string().nullable().describe('The node that it goes up to.'),
  state: stateShape(RUN_STATES).describe(
    '`waiting`: nothing to do before a time, or the end of another run.',
  ),
  input: z.record(z.string(), z.unknown()),
  output: z
    .object({
      items: z.array(z.unknown()).describe('The first: 100 at most, and 64 KB.'),
      total: z.int(),
    })
    .nullable()
    .describe('What the last nodes emitted; null until it has completed.'),
  error: itemError
    .extend({ node_id: z.string().optional().describe('Where.') })
    .nullable()
    .describe('Why it did not complete.'),
  credits: z.int().describe('Captured so far, for what succeeded; including sub-workflows.'),
  budget: z.int().nullable().describe('Maximum credits that it may spend.'),
  items_failed: z.int().describe('Items that failed, over all steps.'),
  steps: z.array(stepShape).describe('Its nodes, each after those before it.'),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
})

/** The shape of an item at a node in answers. */
export const runItemShape = namedObject('WorkflowRunItem', {
  index: z
    .int()
    .describe(
      'Of the item among those that reached the node; of an emitted one, the item that it was created from.',
    ),
  value: z.unknown(),
  branch: z.string().optional().describe('Of an emitted item: the branch by which it left.'),
  state: stateShape(ITEM_STATES).optional(),
  attempt: z.int().optional().describe('Attempts begun.'),
  error: itemError.nullable().optional(),
  credits: z.int().optional(),
  child_run_id: z.string().nullable().optional().describe('The run of a sub-workflow for it.'),
  call: callShape
    .nullable()
    .optional()
    .describe('The last call that was made for it; null once its record is no longer kept.'),
  arrived_at: time.optional(),
  started_at: time.nullable().optional(),
  finished_at: time.nullable().optional(),
})

const step = (node_id: string, items_in: number, items_out: number, credits: number) => ({
  node_id,
  state: 'completed' as const,
  attempt: 1,
  items_in,
  items_out,
  items_failed: 0,
  incomplete: false,
  branches: { out: items_out },
  credits,
  error: null,
  started_at: '2026-01-15T09:30:00.010Z',
  finished_at: '2026-01-15T09:30:02.310Z',
})

export const exampleRun = {
  id: 'run_01KF0J2M4P6R8T0V2X4Z6B8D1A',
  workflow_id: 'wf_01KF0J2M4P6R8T0V2X4Z6B8D0W',
  workflow_version: 3,
  workflow_name: 'Comments of a channel',
  trigger: { type: 'manual' },
  parent_run_id: null,
  retry_of: null,
  dry_run: false,
  only_node: null,
  to_node: null,
  state: 'completed',
  input: { handle: '@someone' },
  output: { items: [{ title: 'Kettle' }], total: 1 },
  error: null,
  credits: 1,
  budget: 50,
  items_failed: 0,
  steps: [step('input', 1, 1, 0), step('channel', 1, 1, 1)],
  created_at: '2026-01-15T09:30:00.000Z',
  started_at: '2026-01-15T09:30:00.004Z',
  finished_at: '2026-01-15T09:30:02.310Z',
} satisfies z.input<typeof runShape>

export const exampleRunItem = {
  index: 0,
  value: { handle: '@someone' },
  state: 'completed',
  attempt: 1,
  error: null,
  credits: 1,
  child_run_id: null,
  call: {
    ...exampleCall,
    source: 'workflow',
    run_id: exampleRun.id,
  },
  arrived_at: '2026-01-15T09:30:00.020Z',
  started_at: '2026-01-15T09:30:00.022Z',
  finished_at: '2026-01-15T09:30:02.310Z',
} satisfies z.input<typeof runItemShape>
