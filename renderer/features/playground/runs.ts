import { secretValues } from '../../lib/account-variables.ts'
import { eventsIn } from '../../lib/body-format.ts'
import { createKeyedStore } from '../../lib/drafts/keyed-store.ts'
import { currentAccount } from '../../lib/service/account.ts'
import { type CallError, failedCall } from '../../lib/service/call-error.ts'
import { exchange } from '../../lib/service/client.ts'
import type { Progress, RawAnswer } from '../../lib/service/transfer.ts'
import { fillVariables } from '../../lib/variables.ts'
import { counted } from '../../ui/counted.ts'
import type { RequestDraft } from './drafts.ts'
import { createEntry, type HistoryEntry } from './history/entry.ts'
import { addEntries } from './history/history.ts'
import { followList, type ShowProgress } from './list-job.ts'
import { methodOf, type Operation, usedVariables } from './operations.ts'

/** The state of the answer pane of an operation. */
export type CallState =
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
      entry: HistoryEntry
      body: Blob | null
      error: CallError | null
      sent: Record<string, unknown>
    }
  | { state: 'failed'; error: unknown }

/** A call to send, with its input. */
interface CallRequest {
  operation: Operation
  draft: Pick<RequestDraft, 'input' | 'method' | 'debug' | 'maxPages'>
  /** The API whose synthetic pages are read for free instead of making the call. */
  sample?: string | undefined
}

const callStates = createKeyedStore<CallState>({ state: 'idle' })

export const useCallState = callStates.use

const percent = ({ sent, total }: Progress) => Math.floor((sent / Math.max(1, total)) * 100)

const waitingText = ({ files, credits }: Operation) =>
  files.length ? 'Reading the pages' : credits ? 'Fetching and reading' : 'Waiting for the answer'

/** Describes events by their number and the latest one. */
const eventProgress = (events: readonly string[]): Parameters<ShowProgress> =>
  events.length
    ? [counted(events.length, 'event'), { event: pretty(events.at(-1)!) }]
    : ['Waiting for the first event']

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

/**
 * Calls an operation and shows the answer on the page of `operationId`. A later call there replaces it.
 */
export async function start(operationId: string, { operation, draft, sample }: CallRequest): Promise<void> {
  cancel(operationId)
  const controller = new AbortController()
  const startedAt = Date.now()
  const isCurrent = () => !controller.signal.aborted
  const show: ShowProgress = (phase, more = {}) =>
    isCurrent() &&
    callStates.set(operationId, {
      state: 'running',
      phase,
      ...more,
      startedAt,
      cancel: () => controller.abort(),
    })

  show(waitingText(operation))
  controller.signal.addEventListener('abort', () => callStates.set(operationId, { state: 'idle' }))
  try {
    const answer = await fetchAnswer({ operation, draft, sample }, show, controller.signal)
    const entry = createEntry({
      operation,
      draft,
      example: sample !== undefined,
      answer,
      startedAt,
      account: currentAccount(),
    })
    void addEntries(entry)
    if (isCurrent()) await showAnswer(operationId, entry, answer.body, draft.input)
  } catch (error) {
    if (isCurrent()) callStates.set(operationId, { state: 'failed', error })
  }
}

/** Returns the answer of the call, or of the job that follows its list. */
async function fetchAnswer(
  request: CallRequest,
  show: ShowProgress,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const { operation, draft, sample } = request
  const [id, input] = await requestOf(operation, draft, sample)
  const isList = sample === undefined && operation.has_pages
  if (isList && draft.maxPages) return followList({ id, input, maxPages: draft.maxPages }, show, signal)
  return exchange(id, input, {
    ...(sample === undefined && { method: methodOf(operation, draft), debug: draft.debug }),
    signal,
    onHead: () => show('Receiving the answer'),
    ...(operation.answer === 'events' && { onText: text => show(...eventProgress(eventsIn(text))) }),
    ...(operation.files.length && {
      onProgress: progress =>
        show(progress.sent < progress.total ? `Uploading ${percent(progress)}%` : waitingText(operation)),
    }),
  })
}

/** Returns the id and input to send: of the operation itself, or of the one that reads synthetic pages. */
async function requestOf(
  operation: Operation,
  { input }: CallRequest['draft'],
  sample: string | undefined,
): Promise<[id: string, input: Record<string, unknown>]> {
  if (sample !== undefined) return ['sample-answer', { apiId: sample }]
  if (!usedVariables(operation, input).length) return [operation.id, input]
  const filledInput = fillVariables(input, await secretValues(currentAccount()))
  return [operation.id, filledInput as Record<string, unknown>]
}

/** Cancels the call of an operation, if one is running. */
export function cancel(operationId: string) {
  const run = callStates.get(operationId)
  if (run.state === 'running') run.cancel()
}

/** Shows a new answer or one from the history. */
export async function showAnswer(
  operationId: string,
  entry: HistoryEntry,
  body: Blob | null,
  sent: Record<string, unknown> = entry.input,
) {
  const error = entry.status >= 400 && body ? await errorOf(entry, body) : null
  callStates.set(operationId, { state: 'ended', entry, body, error, sent })
}

async function errorOf({ status, headers }: HistoryEntry, body: Blob): Promise<CallError> {
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1]
  return failedCall(status, await body.text(), requestId)
}
