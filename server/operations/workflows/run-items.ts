import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { labelled } from '../../base/fields/labelled.ts'
import { TURN_SIZE } from '../../base/turns.ts'
import type { Page } from '../../store/page-of.ts'
import { ITEM_STATES } from '../../store/workflows/run-rows.ts'
import { idField, pageFields, pageShape } from '../fields.ts'
import { accountOf, defineOperation, unknownResource } from '../operation.ts'
import type { Services } from '../services.ts'
import { stateFilter } from '../states.ts'
import { READS } from '../tool-hints.ts'
import { asAnswer, asWritten, writeList, writeObject } from '../written-json.ts'
import { exampleRun, exampleRunItem, type OwnRun, runItemShape } from './run-shapes.ts'

/** Maximum number of nodes that an error lists. */
const MAX_NAMED = 50

/** Operation that lists the items that reached a node of a run, or that it emitted. */
export function workflowRunItems({ store }: Services, own: OwnRun) {
  const items = defineOperation({
    id: 'workflow-run-items',
    group: 'workflow runs',
    summary: 'List the items of a step: those that reached it, each with its end, or those that it emitted.',
    method: 'GET',
    path: '/v1/workflow-runs/{id}/steps/{node}/items',
    access: 'read',
    input: z.strictObject({
      id: idField('workflow run'),
      node: z.string().max(40).describe('Id of the node.').meta({ title: 'Node' }),
      ...pageFields,
      side: z
        .enum(['in', 'out'])
        .default('in')
        .describe('`in`: what reached it; `out`: what it emitted.')
        .meta({ title: 'Side', ...labelled({ in: 'Input', out: 'Output' }) }),
      branch: z
        .string()
        .max(40)
        .optional()
        .describe('Of `out`: only what left by this branch.')
        .meta({ title: 'Branch' }),
      state: stateFilter(ITEM_STATES, 'items of the input'),
    }),
    output: pageShape(runItemShape),
    example: {
      input: { id: exampleRun.id, node: 'channel' },
      output: { data: [exampleRunItem], has_more: false, next_cursor: null },
    },
    answer: 'value',
    faces: { tool: { name: 'workflow_run_items', group: 'workflows', hints: READS } },
    own,
    check: assertFilterOfSide,
    async run({ node, side, ...query }, context) {
      const run = context.owned
      const nodes = run.steps.map(({ node_id }) => node_id)
      if (!nodes.includes(node)) throw unknownNode(nodes)
      const row = store.workflowRuns.row(accountOf(context), run.id)!
      const page: Page<ItemWithJson> =
        side === 'in'
          ? await store.workflowItems.list(row, node, query)
          : await store.workflowValues.given(row.seq, node, query)
      const length = page.data.reduce((sum, { json }) => sum + json.length, 0)
      // Long values are sent as they are stored, if nothing here reads them.
      return context.sendsJson && length > TURN_SIZE ? writePage(page) : readPage(page)
    },
  })
  return [items] as const
}

/** An item whose value is JSON. */
type ItemWithJson = Omit<z.input<typeof runItemShape>, 'value'> & { json: string }

const readPage = ({ data, ...page }: Page<ItemWithJson>) => ({
  ...page,
  data: data.map(({ json, ...item }) => ({ ...item, value: JSON.parse(json) })),
})

/** Returns the answer as JSON, without parsing the values. */
function writePage({ data, ...page }: Page<ItemWithJson>) {
  const items = data.map(({ json, ...item }) => writeObject({ value: asWritten(json), ...item }))
  return asAnswer<ReturnType<typeof readPage>>(writeObject({ data: writeList(items), ...page }))
}

/** Throws if a filter belongs to the other side; it would silently have no effect. */
function assertFilterOfSide({
  side,
  branch,
  state,
}: {
  side: 'in' | 'out'
  branch?: unknown
  state?: unknown
}): void {
  if (side === 'in' && branch !== undefined) throw ofOtherSide('branch', 'out')
  if (side === 'out' && state !== undefined) throw ofOtherSide('state', 'in')
}

const ofOtherSide = (field: string, side: string) =>
  new AppError('invalid_input', `\`${field}\` goes with \`side=${side}\` only.`, {
    field,
    hint: `Add \`side=${side}\`, or leave \`${field}\` out.`,
  })

const unknownNode = (nodes: readonly string[]) =>
  unknownResource('node', `Nodes of this run: ${[...new Set(nodes)].slice(0, MAX_NAMED).join(', ')}.`)
