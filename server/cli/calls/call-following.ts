import type { Call, ClientAnswer, OperationRow } from '../client.ts'

/** Follows the events of the record that a call reads or creates. Returns the answer itself if what it creates has no events. */
export async function followCall(
  operations: OperationRow[],
  call: Call,
  send: (call: Call) => Promise<ClientAnswer>,
): Promise<ClientAnswer> {
  const eventsCall = eventsOf(operations, call)
  if (eventsCall) return send(eventsCall)
  if (call.operation.answer !== 'accepted') throw new Error(`${call.operation.id} has no events to follow.`)
  const answer = await send(call)
  const createdCall = eventsAt(operations, answer.headers.get('location') ?? '')
  return createdCall ? send(createdCall) : answer
}

const eventOperations = (operations: OperationRow[]) => operations.filter(({ answer }) => answer === 'events')

/** Returns the call for the events of the record that a call reads: `job-events` for `job-get`. Undefined if it has none. */
function eventsOf(operations: OperationRow[], { operation: readOperation, fields }: Call): Call | undefined {
  const operation = eventOperations(operations).find(({ path }) => path === `${readOperation.path}/events`)
  if (!operation) return undefined
  const pathFields = Object.entries(fields).filter(([name]) => operation.path_fields.includes(name))
  return { operation, fields: Object.fromEntries(pathFields) }
}

/** Returns the call for the events of a created record, by its address in `Location`. */
function eventsAt(operations: OperationRow[], location: string): Call | undefined {
  for (const operation of eventOperations(operations)) {
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const groups = new RegExp(`^${pattern}$`).exec(`${location}/events`)?.groups
    if (groups) return { operation, fields: { ...groups } }
  }
  return undefined
}

/** The parts of the last event of a job, batch or workflow run that show whether it succeeded. */
interface LastEvent {
  state?: string
  counts?: { failed: number; cancelled: number; skipped: number }
  max_credits?: number | null
  steps?: { items_failed: number }[]
  /** Of a workflow run, a number. */
  credits?: number | { used: number }
}

/** Returns the credits that a job, batch or workflow run has used. */
export const usedCredits = ({ credits = 0 }: LastEvent): number =>
  typeof credits === 'number' ? credits : credits.used

/**
 * True if a job, every item of a batch, or every item of a workflow run succeeded. A skipped item is a duplicate of another
 * one, or was not covered by the budget of its batch.
 */
export function hasSucceeded({ state, counts, max_credits, steps = [] }: LastEvent): boolean {
  const unpaid = max_credits == null ? 0 : (counts?.skipped ?? 0)
  const unsuccessful = unpaid + (counts?.failed ?? 0) + (counts?.cancelled ?? 0)
  return state === 'completed' && unsuccessful === 0 && steps.every(({ items_failed }) => items_failed === 0)
}
