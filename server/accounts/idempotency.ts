import { createHash, hash } from 'node:crypto'
import { AppError } from '../base/errors.ts'
import { isObject } from '../base/is-object.ts'
import { DAY } from '../base/times.ts'
import { createTurns } from '../base/turns.ts'
import { decompress } from '../base/zstd.ts'
import type { Store } from '../store/open-store.ts'
import type { Caller } from './caller.ts'

/** How long a response is replayed, in milliseconds. */
export const ANSWER_TTL_MS = DAY

/** The response of a finished call, as stored for a repeat. */
export interface StoredAnswer {
  status: number
  /** The result, or the body of the error; a large one as the bytes of JSON that are sent. */
  value: unknown
  sources: string[]
  notice?: string | undefined
}

const isUpload = (value: object): value is { bytes: Uint8Array } =>
  'bytes' in value && value.bytes instanceof Uint8Array

/** Returns the value with the keys of every object sorted. A replacer of `JSON.stringify` takes three times as long. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(sorted)
  if (isUpload(value)) return hash('sha256', value.bytes, 'hex')
  const record = value as Record<string, unknown>
  const names = Object.keys(record)
  if (isInOrder(record, names)) return record
  return Object.fromEntries(names.sort().map(name => [name, sorted(record[name])]))
}

const isInOrder = (record: Record<string, unknown>, names: readonly string[]) =>
  names.every((name, i) => typeof record[name] !== 'object' && (i === 0 || names[i - 1]! < name))

/** Returns a validated input as JSON with sorted keys. Uploads are replaced by the hash of their bytes. */
export const canonicalJson = (input: unknown): string => JSON.stringify(sorted(input))

/** Returns the SHA-256 of a text, as base64. */
export const sha256 = (text: string) => hash('sha256', text, 'base64')

/** Returns the SHA-256 of the canonical JSON of an input, as base64. */
export const fingerprint = (input: unknown) => sha256(canonicalJson(input))

/** Returns the `fingerprint` of a large input, with pauses between the parts of its outer levels. */
export async function fingerprintInTurns(input: Record<string, unknown>): Promise<string> {
  const turns = createTurns()
  const sum = createHash('sha256')
  for (const piece of piecesOf(input)) {
    sum.update(piece)
    if (turns.isOver()) await turns.next()
  }
  return sum.digest('base64')
}

/** Levels at which a value is hashed in parts: the fields of an input, those inside one, and the entries of a list there. */
const PARTED_LEVELS = 3

/** Yields the text that `fingerprint` hashes, in parts. */
function* piecesOf(value: unknown, level = 0): Generator<string> {
  if (level < PARTED_LEVELS && Array.isArray(value)) yield* entriesOf(value, level)
  else if (level < PARTED_LEVELS && isObject(value) && !isUpload(value)) yield* fieldsOf(value, level)
  else yield JSON.stringify(sorted(value)) ?? 'null'
}

function* fieldsOf(record: Record<string, unknown>, level: number): Generator<string> {
  let before = '{'
  for (const key of sortedNames(record)) {
    if (record[key] === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* piecesOf(record[key], level + 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Returns the names in the order in which an object has them that got them sorted: whole numbers come first. */
const sortedNames = (record: object) =>
  Object.keys(
    Object.fromEntries(
      Object.keys(record)
        .sort()
        .map(name => [name, true]),
    ),
  )

function* entriesOf(list: readonly unknown[], level: number): Generator<string> {
  yield '['
  for (const [i, entry] of list.entries()) {
    if (i) yield ','
    yield* piecesOf(entry, level + 1)
  }
  yield ']'
}

/** The response to replay; or null if the call may run, with the progress that an interrupted call has stored. */
interface ClaimResult {
  stored: StoredAnswer | null
  progress: unknown
}

/** `Idempotency-Key`: the first call runs; a repeat gets its response, or continues where the first was interrupted. */
export function createIdempotency(store: Store, now: () => number) {
  const abandoned = new Set<string>()
  const nameOf = ({ account }: Caller, operation: string, key: string) => `${account.id} ${operation} ${key}`

  return {
    /**
     * Claims the key for this call, which may run then, or returns the response to replay. Throws 422 if the key was used with
     * another input, 409 while the first call is running.
     */
    async claim(caller: Caller, operation: string, key: string, print: string): Promise<ClaimResult> {
      const name = nameOf(caller, operation, key)
      const isAbandoned = abandoned.delete(name)
      const at = now()
      const call = { accountId: caller.account.id, operation, key, fingerprint: print }
      const claim = await store.idempotency
        .claim({ ...call, now: at, oldest: at - ANSWER_TTL_MS, isAbandoned })
        .catch(error => {
          if (isAbandoned) abandoned.add(name)
          throw error
        })
      if (claim.state === 'claimed')
        return { stored: null, progress: claim.progress && JSON.parse(claim.progress) }
      if (claim.fingerprint !== print) throw anotherInput()
      if (claim.state === 'running') throw stillRunning()
      const answer = JSON.parse(claim.answer) as StoredAnswer
      const stored = claim.packed ? { ...answer, value: await decompress(claim.packed) } : answer
      return { stored, progress: null }
    },

    /** Stores the progress of a call, for a repeat after it was interrupted. Call it inside a transaction. */
    keepProgress({ account }: Caller, operation: string, key: string, progress: unknown): void {
      store.idempotency.keepProgress({ accountId: account.id, operation, key }, JSON.stringify(progress))
    },

    /** Lets a repeat run from the start if the end of the call could not be stored, so that its row still says `running`. */
    abandon(caller: Caller, operation: string, key: string): void {
      abandoned.add(nameOf(caller, operation, key))
    },
  }
}

const anotherInput = () =>
  new AppError('idempotency_mismatch', 'This Idempotency-Key was used with another input.', {
    hint: 'Use a new key for a new input.',
  })

const stillRunning = () =>
  new AppError('still_running', 'The first call with this Idempotency-Key is still running.', {
    hint: 'Repeat the call in a moment to get its answer.',
    retryAfter: 1,
  })

export type Idempotency = ReturnType<typeof createIdempotency>
