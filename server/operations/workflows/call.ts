import type { Caller } from '../../accounts/caller.ts'
import type { Hold } from '../../accounts/credits.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { ownBuffer } from '../../base/own-buffer.ts'
import { lacksList } from '../../parsers/paging/unread-fields.ts'
import { subjectOf } from '../../store/workflows/item-list.ts'
import type { ItemWork } from '../../workflows/engine/item-work.ts'
import { holdInBudgets, settleBudgets } from '../../workflows/engine/run-budgets.ts'
import { runCancelled } from '../../workflows/engine/run-errors.ts'
import type { NodeCall, OutItem } from '../../workflows/node-type.ts'
import { whatItGave } from '../../workflows/resolve-configs.ts'
import type { CallEnding, CallRequest, JobCall } from '../call.ts'
import { priceFor } from '../jobs/create-job.ts'
import { openList } from '../jobs/follow-list.ts'
import { type Operation, type UploadedFile, unknownResource } from '../operation.ts'
import type { Services } from '../services.ts'
import { validate } from '../validate.ts'
import { type CallingItem, startPage } from './list-page-call.ts'

export interface WorkflowCallDependencies {
  services: Services
  run(request: CallRequest): Promise<CallEnding>
  /** The operations that nodes may call, by id. */
  operations: ReadonlyMap<string, Operation>
}

/** The hold of a call, in the account and in the budgets of its run. */
interface CallHold {
  hold: Hold
  settle(used: number): void
}

/** A running call for an item. */
interface ItemCall {
  job: JobCall
  /** Credits captured by the call, once that is committed; 0 before. */
  used(): number
}

/**
 * Creates the function that calls operations for items of runs, through the common runner. Credits are held for the single
 * call and captured in the transaction that ends the item. A capture is named after the item, so another attempt cannot
 * charge for it again; a list has one capture for each page, in the transaction that stores the page.
 */
export function createWorkflowCall({ services, run, operations }: WorkflowCallDependencies) {
  const { credits, now } = services

  const holdFor = async (
    { run: { caller, budgets }, node }: ItemWork,
    operation: Operation,
    input: unknown,
    requestId: string,
    signal: AbortSignal,
  ): Promise<CallHold> => {
    const valid = validInput(operation, input, node.written.config.input)
    const owned = await ownRecord(operation, valid, caller)
    const price = priceFor(caller, operation.cost?.(valid, owned) ?? 0)
    await holdInBudgets(budgets, price, signal)
    try {
      const request = { requestId, operation, caller }
      const hold = await credits.hold(caller, price, { startedAt: now(), request })
      const settle = (used: number) => {
        settleBudgets(budgets, price, used)
        if (used) hold.captured(used)
        else hold.release()
      }
      return { hold, settle }
    } catch (error) {
      settleBudgets(budgets, price, 0)
      throw error
    }
  }

  const callOnce = async <Call extends ItemCall>(
    { work, signal }: CallingItem,
    operation: Operation,
    input: Record<string, unknown>,
    start: (reserved: number) => Call,
  ): Promise<Call> => {
    const requestId = newId('req', now())
    const { hold, settle } = await holdFor(work, operation, input, requestId, signal)
    const call = start(hold.amount)
    const { caller } = work.run
    try {
      await run({ operation, caller, requestId, signal, job: call.job, readInput: () => input })
    } finally {
      settle(call.used())
    }
    return call
  }

  /** Reads a list page by page, starting after the pages that an earlier attempt has read. */
  const followList = async (item: CallingItem, operation: Operation, followed: NodeList) => {
    const subject = subjectOf(item.work.run.row.id, item.work.items[0]!)
    const list = await openList(services, { ...followed, subject })
    for (;;) {
      const call = await callOnce(item, operation, list.input(), reserved =>
        startPage(services, item, { list, subject, reserved }),
      )
      const items = call.result()
      if (items) return items
    }
  }

  return async (item: CallingItem, { operation: id, input: raw, maxPages = 1 }: NodeCall) => {
    const operation = operations.get(id)
    if (!operation) throw unknownOperation(id)
    const input = withFiles(operation, raw)
    const { paging } = operation
    if (paging && maxPages > 1) return followList(item, operation, { paging, input, maxPages })
    const call = await callOnce(item, operation, input, reserved => startCall(services, item, reserved))
    return call.result()
  }
}

type NodeList = Omit<Parameters<typeof openList>[1], 'subject'>

/** The execution of a call. It ends the item with the result, or records the error for the caller to handle. */
function startCall({ store }: Services, { work, endings, give }: CallingItem, reserved: number) {
  const { run, items } = work
  let failure: AppError | undefined
  let outItems: OutItem[] = []
  let captured = 0

  const job: JobCall = {
    id: subjectOf(run.row.id, items[0]!),
    reserved,
    end(ending, used, error) {
      failure = error
      work.isDone = false
      if (error) return () => true
      outItems = give(ending.value)
      captured = used
      const lacksItems = ending.isPartial || lacksList(ending.value)
      return () => {
        work.isDone = endings.complete(work, outItems, used)
        if (work.isDone && lacksItems) store.workflowItems.noteIncomplete(run.row.seq, items[0]!.node)
        return work.isDone
      }
    },
  }
  return {
    job,
    used: () => (work.isDone ? captured : 0),
    result: () => {
      if (failure) throw failure
      if (!work.isDone) throw runCancelled()
      return outItems
    },
  }
}

/** Returns the validated input of a call. The error for a field says what its expression gave. */
function validInput(operation: Operation, input: unknown, written: unknown) {
  try {
    return validate(operation, input)
  } catch (error) {
    const { facts } = AppError.from(error)
    const gave = facts.field === undefined ? undefined : whatItGave(written, input, [facts.field])
    if (!(error instanceof AppError) || gave === undefined) throw error
    throw new AppError(error.code, error.message, { ...facts, hint: `${facts.hint} ${gave}` })
  }
}

/** Returns the record that a call names. Its id is not in a path here, so the error names the field. */
async function ownRecord(
  { own, runsParser }: Operation,
  valid: ReturnType<typeof validInput>,
  caller: Caller,
) {
  try {
    return await own?.(valid, caller)
  } catch (error) {
    if (runsParser && AppError.from(error).code === 'unknown_resource') throw unknownResource('parserId')
    throw error
  }
}

/** Converts fields that are files, which nodes give as text. */
function withFiles({ files = {} }: Operation, raw: unknown): Record<string, unknown> {
  const input = { ...(raw as Record<string, unknown>) }
  for (const name of Object.keys(files)) input[name] = fileOf(name, input[name])
  return input
}

/** Its byte order mark takes precedence over a `charset`: that of the page is no longer that of its text. */
function fileOf(name: string, content: unknown): UploadedFile {
  if (content === undefined || content === null || content === '') throw emptyFile(name)
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const bytes = ownBuffer(Buffer.from(text.startsWith('\ufeff') ? text : `\ufeff${text}`))
  return { bytes, name: null, contentType: 'text/html; charset=utf-8' }
}

const emptyFile = (name: string) =>
  new AppError('invalid_input', `\`${name}\` is empty.`, {
    field: name,
    hint: 'Its template gives no text for this item.',
  })

const unknownOperation = (id: string) =>
  new AppError('invalid_input', `There is no operation \`${id}\` for workflows.`, {
    field: 'operation',
    hint: 'GET /v1/workflow-nodes lists what a node may call.',
  })
