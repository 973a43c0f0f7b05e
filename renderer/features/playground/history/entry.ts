import { MASK } from '../../../../server/base/mask.ts'
import { type BodyFormat, formatOf } from '../../../lib/body-format.ts'
import { hideSecrets } from '../../../lib/drafts/hide-secrets.ts'
import type { RawAnswer } from '../../../lib/service/transfer.ts'
import type { RequestDraft } from '../drafts.ts'
import type { Operation } from '../operations.ts'

/** A past call, with everything needed to show and repeat it. */
export interface HistoryEntry {
  id: string
  /** ISO-8601. */
  at: string
  account: string
  operation: string
  method?: RequestDraft['method'] | undefined
  debug: boolean
  /** The input, with secrets masked and without files. */
  input: Record<string, unknown>
  /** The uploaded files by field, if they are small. */
  files: Record<string, File[]>
  fileNames: string[]
  /** Whether it read synthetic pages. */
  example: boolean
  status: number
  ms: number
  bytes: number
  credits: number | null
  headers: [name: string, value: string][]
  /** Null if it is too large to be kept. */
  body: Blob | null
}

/** The maximum size in bytes of answers and uploads that are stored. */
const MAX_STORED_BYTES = 5_000_000

/** Creates the history entry of a finished call. */
export function createEntry(call: {
  operation: Operation
  draft: Pick<RequestDraft, 'input' | 'method' | 'debug'>
  example: boolean
  answer: RawAnswer
  startedAt: number
  account: string
}): HistoryEntry {
  const { operation, draft, answer } = call
  const filledFields = Object.entries(draft.input).filter(([, value]) => value !== undefined)
  const files = Object.fromEntries(
    filledFields
      .filter(([name]) => operation.files.includes(name))
      .map(([name, value]) => [name, [value].flat() as File[]]),
  )
  const allFiles = Object.values(files).flat()
  const creditsUsed = answer.headers.get('x-credits-used')
  return {
    id: `${call.startedAt}-${Math.random().toString(36).slice(2, 10)}`,
    at: new Date(call.startedAt).toISOString(),
    account: call.account,
    operation: operation.id,
    method: draft.method,
    debug: draft.debug,
    input: hideSecrets(
      Object.fromEntries(filledFields.filter(([name]) => !(name in files))),
      () => MASK,
    ) as HistoryEntry['input'],
    files: isSmall(allFiles) ? files : {},
    fileNames: allFiles.map(({ name }) => name),
    example: call.example,
    status: answer.status,
    ms: Math.round(answer.ms),
    bytes: answer.body.size,
    credits: call.example ? 0 : creditsUsed === null ? null : Number(creditsUsed),
    headers: [...answer.headers],
    body: isSmall([answer.body]) ? answer.body : null,
  }
}

const isSmall = (blobs: readonly Blob[]) =>
  blobs.reduce((bytes, { size }) => bytes + size, 0) <= MAX_STORED_BYTES

/** Returns the format of the answer of a call. */
export const formatOfEntry = ({ headers }: Pick<HistoryEntry, 'headers'>): BodyFormat =>
  formatOf(headers.find(([name]) => name === 'content-type')?.[1])

/** Returns a short label of a call, made of its values. */
export const labelOf = ({ input, fileNames }: HistoryEntry) =>
  [...fileNames, ...Object.values(input).map(value => (typeof value === 'object' ? '{…}' : String(value)))]
    .join(' · ')
    .slice(0, 200)
