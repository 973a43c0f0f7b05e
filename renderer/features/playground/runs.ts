import { secretValues } from '../../lib/account-variables.ts'
import { eventsIn } from '../../lib/body-format.ts'
import { createKeyedStore } from '../../lib/drafts/keyed-store.ts'
import { currentAccount } from '../../lib/service/account.ts'
import { CallError } from '../../lib/service/call-error.ts'
import { exchange } from '../../lib/service/client.ts'
import type { Progress, RawAnswer } from '../../lib/service/transfer.ts'
import { fillVariables } from '../../lib/variables.ts'
import { counted } from '../../ui/counted.ts'
import type { Draft } from './drafts.ts'
import { type Entry, entryOf } from './history/entry.ts'
import { keep } from './history/history.ts'
import { followList, type Show } from './list-job.ts'
import { methodOf, type Operation, usedVariables } from './operations.ts'

/** The state of the answer pane of an operation. */
export type Run =
  | { state: 'idle' }
  | {
      state: 'running'
      phase: string
      /** The latest event. */
      event?: string
      /** The job that follows the list. */
      job?: string
      startedAt: number
      cancel: () => void
    }
  | {
      state: 'ended'
      entry: Entry
      body: Blob | null
      error: CallError | null
      sent: Record<string, unknown>
    }
  | { state: 'failed'; error: unknown }

/** A call to send, with its input. */
interface Order {
  operation: Operation
  draft: Pick<Draft, 'input' | 'method' | 'debug' | 'maxPages'>
  /** The API whose synthetic pages are read for free instead of making the call. */
  sample?: string | undefined
}

const runs = createKeyedStore<Run>({ state: 'idle' })

export const useRun = runs.use

const percent = ({ sent, total }: Progress) => Math.floor((sent / Math.max(1, total)) * 100)

const waiting = ({ files, credits }: Operation) =>
  files.length ? 'Reading the pages' : credits ? 'Fetching and reading' : 'Waiting for the answer'

/** Describes events by their number and the latest one. */
const newest = (events: readonly string[]): Parameters<Show> =>
  events.length
    ? [counted(events.length, 'event'), { event: pretty(events.at(-1)!) }]
    : ['Waiting for the first event']

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

/**
 * Calls an operation and shows the answer at `place`, the id of the operation whose page is open. A later call at the same
 * place replaces it.
 */
export async function start(place: string, { operation, draft, sample }: Order): Promise<void> {
  cancel(place)
  const control = new AbortController()
  const startedAt = Date.now()
  const isCurrent = () => !control.signal.aborted
  const show: Show = (phase, more = {}) =>
    isCurrent() &&
    runs.set(place, {
      state: 'running',
      phase,
      ...more,
      startedAt,
      cancel: () => control.abort(),
    })

  show(waiting(operation))
  control.signal.addEventListener('abort', () => runs.set(place, { state: 'idle' }))
  try {
    const answer = await ask({ operation, draft, sample }, show, control.signal)
    const entry = entryOf({
      operation,
      draft,
      example: sample !== undefined,
      answer,
      startedAt,
      account: currentAccount(),
    })
    void keep(entry)
    if (isCurrent()) await showAnswer(place, entry, answer.body, draft.input)
  } catch (error) {
    if (isCurrent()) runs.set(place, { state: 'failed', error })
  }
}

/** Returns the answer of the call, or of the job that follows its list. */
async function ask(order: Order, show: Show, signal: AbortSignal): Promise<RawAnswer> {
  const { operation, draft, sample } = order
  const [id, input] = await requestOf(operation, draft, sample)
  const isList = sample === undefined && operation.has_pages
  if (isList && draft.maxPages) return followList({ id, input, maxPages: draft.maxPages }, show, signal)
  return exchange(id, input, {
    ...(sample === undefined && { method: methodOf(operation, draft), debug: draft.debug }),
    signal,
    onHead: () => show('Receiving the answer'),
    ...(operation.answer === 'events' && { onText: text => show(...newest(eventsIn(text))) }),
    ...(operation.files.length && {
      onProgress: progress =>
        show(progress.sent < progress.total ? `Uploading ${percent(progress)}%` : waiting(operation)),
    }),
  })
}

/** Returns the id and input to send: of the operation itself, or of the one that reads synthetic pages. */
async function requestOf(
  operation: Operation,
  { input }: Order['draft'],
  sample: string | undefined,
): Promise<[id: string, input: Record<string, unknown>]> {
  if (sample !== undefined) return ['sample-answer', { apiId: sample }]
  if (!usedVariables(operation, input).length) return [operation.id, input]
  const filled = fillVariables(input, await secretValues(currentAccount()))
  return [operation.id, filled as Record<string, unknown>]
}

/** Cancels the call at a place, if one is running. */
export function cancel(place: string) {
  const run = runs.get(place)
  if (run.state === 'running') run.cancel()
}

/** Shows a new answer or one from the history. */
export async function showAnswer(
  place: string,
  entry: Entry,
  body: Blob | null,
  sent: Record<string, unknown> = entry.input,
) {
  const error = entry.status >= 400 && body ? await errorOf(entry, body) : null
  runs.set(place, { state: 'ended', entry, body, error, sent })
}

async function errorOf({ status, headers }: Entry, body: Blob): Promise<CallError> {
  const text = await body.text()
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1]
  return new CallError(status, bodyOf(text) ?? { error: text }, requestId)
}

function bodyOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
