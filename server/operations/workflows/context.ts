import { factsOf } from '../../workflows/engine/active-run.ts'
import type { ItemEndings, ItemWork } from '../../workflows/engine/item-work.ts'
import { ParkedError } from '../../workflows/engine/run-errors.ts'
import type { NodeContext } from '../../workflows/node-type.ts'
import { createWorkflowCall, type WorkflowCallDependencies } from './call.ts'
import { outputOf, startChild } from './children.ts'
import { emitItem, sendRequest } from './outside.ts'
import { readRows, writeRows } from './rows.ts'

/** Creates the interface through which nodes use the services. */
export function createNodeContext(parts: WorkflowCallDependencies) {
  const { services } = parts
  const { now } = services
  const callOperation = createWorkflowCall(parts)

  return (work: ItemWork, signal: AbortSignal, endings: ItemEndings): NodeContext => {
    const { run, items } = work
    const first = items[0]!
    return {
      signal,
      arrivedAt: Math.max(...items.map(({ arrived_at }) => arrived_at)),
      index: first.idx,
      run: factsOf(run),
      callOperation: (called, give) => callOperation({ work, endings, signal, give }, called),
      rows: {
        read: query => readRows(services, run.row.account_id, query),
        write: results => writeRows(services, work, results),
      },
      incomplete: outItems => () => {
        services.store.workflowItems.noteIncomplete(run.row.seq, first.node)
        return outItems
      },
      isFirst: key => services.store.workflowNodeState.isFirst(run.row.seq, first.node, key),
      http: request => sendRequest(services, request, `${run.row.id}/${first.node}/${first.idx}`, signal),
      async sleepUntil(time) {
        if (time > now()) throw new ParkedError(time)
      },
      emitWebhook: (webhookId, data) => emitItem(services, work, webhookId, data),
      async startRun(workflowId, input) {
        return first.child_run === null
          ? startChild(services, work, workflowId, input)
          : outputOf(services, work, first.child_run)
      },
    }
  }
}
