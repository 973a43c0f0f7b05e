import type { z } from 'zod'
import type { Caller } from '../accounts/caller.ts'
import { AppError } from '../base/errors.ts'
import type { ListPaging } from '../prebuilt/define-prebuilt.ts'
import type { Scope } from '../store/accounts/keys.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { PackedResult, StoredPage } from '../store/jobs/files.ts'
import type { JobStage } from '../store/jobs/rows.ts'
import type { Owner } from '../threads/fair-queue.ts'

/** How an answer is encoded, by the HTTP status of success; every face knows each of these once. */
export const STATUS = {
  value: 200,
  created: 201,
  accepted: 202,
  empty: 204,
  text: 200,
  metrics: 200,
  rows: 200,
  events: 200,
} as const
export type Answer = keyof typeof STATUS
export const ANSWERS = Object.keys(STATUS) as [Answer, ...Answer[]]

/** Answers that name a new record. */
export const MAKES_RECORD: ReadonlySet<Answer> = new Set(['created', 'accepted'])

/** Who may call: anyone (limited per address), the owner of the machine, or a key with the scope. */
export type Access = 'public' | 'admin' | Scope

/** An input field that arrives as parts of an upload: how many, and how large each may be. */
export interface FileField {
  max: number
  maxBytes: number
  description: string
}

/** An uploaded part, its bytes in a buffer of their own. */
export interface UploadedFile {
  bytes: Uint8Array
  name: string | null
  contentType: string | null
  /** The address that it is the page of, where that is known. */
  url?: string | undefined
}

/** A page as a job keeps it, and what was read there where that is packed already. */
export interface KeptPage {
  page: StoredPage
  result?: { value: unknown; packed: PackedResult }
}

/** What a JSON body may hold: bytes, and the items of its long list, which are counted while they arrive. */
export interface BodyBounds {
  maxBytes: number
  list?: { field: string; max: number }
}

/** For bodies that hold pages, rows or items: a page of 16 MB as text, with its escapes. */
export const LARGE_BODY: BodyBounds = { maxBytes: 33_554_432 }

/** What a client of tools may assume of one before it calls it. */
export interface ToolHints {
  /** Changes nothing except credits and the record of the call. */
  readOnly: boolean
  /** It may undo or overwrite what is there. */
  destructive: boolean
  /** A second call with the same input changes nothing more. */
  idempotent: boolean
  /** It reaches beyond this machine. */
  openWorld: boolean
}

/** An operation as a tool of AI assistants. */
export interface ToolFace {
  /** In snake_case, 40 characters at most. */
  name: string
  /** Its group, as in `/mcp?groups=…`. */
  group: string
  hints: ToolHints
  /** What it does, where that is less than what the operation does. */
  summary?: string
  /** What a model reads after the summary, where the operation's own description speaks of paths, headers or statuses. */
  description?: string
  /** Fields of the result that are shown unless others are asked for, as dot paths; absent: all. */
  shows?: readonly string[]
  /** Fields of the input that a tool does not take: they mean nothing there, or few need them. */
  omits?: readonly string[]
  /** Fields of the result that a tool's result never has, as it does not take what asks for them. */
  lacks?: readonly string[]
  /** Fields that a call leaves out keep their values, though the operation itself replaces all. */
  keeps?: true
  /** Defaults that suit what a tool may show; the operation's own hold elsewhere. */
  defaults?: Record<string, unknown>
}

/** What a request says of the program that it comes from. */
export interface Sender {
  /** The page or extension that asks; absent for any other program. */
  origin?: string | undefined
  userAgent?: string | undefined
}

/** What every run is given beside its input. */
export interface Context<Owned = unknown> {
  requestId: string
  /** Fires when the caller has gone or the service stops. */
  signal: AbortSignal
  /** The calling key and account; null for public and admin operations. */
  caller: Caller | null
  /** The signed-in browser that calls, for what only its owner may do. */
  signIn?: SignIn | undefined
  /** Who asks over HTTP. */
  sender?: Sender | undefined
  /** What `own` found. */
  owned: Owned
  /** The version that `If-Match` names. */
  ifMatch?: number | undefined
  /** Adds a source that the data came from; the answer names them in `X-Source`, in order. */
  addSource(source: string): void
  /** Sets credits aside for a success, where it costs what is known only while it runs. Throws as `reserve` does. */
  hold(credits: number): Promise<void>
  /** Takes so many credits for a success, where that is less than what is held for the call. */
  charge(credits: number): void
  /** Sets credits aside for what this call writes, beyond its own end. Throws 402, and 429 at the key's monthly cap. */
  reserve(credits: number): Promise<void>
  /** Reports to a job what its attempt is at. */
  stage?: ((name: JobStage) => void) | undefined
  /** Keeps a page with the job that the call works for. */
  keepPage?: ((kept: KeptPage) => void) | undefined
  /** Nobody looks at what the call answers, where it is kept packed beside the page. */
  storesOnly?: boolean | undefined
  /** The value is sent as JSON, and nobody looks into it: it may be written already, as bytes. */
  sendsJson?: boolean | undefined
  /** Sets `X-Notice`. */
  notice(word: string): void
  /** Items that belong to the answer could not be fetched: a database is not to miss them. */
  markPartial(): void
  /** The caller asks for a trace (`?debug=1`). */
  debug: boolean
  /** Hands over what explains the result; `make` runs only for a call that asks for it. */
  trace(make: () => unknown): void
  /** Hands over what writes a new record: it is committed together with the end of the call, or neither is. */
  write(work: () => void): void
  /** What the call kept that this one repeats under its `Idempotency-Key`, where it was broken off; else null. */
  progress: unknown
  /** For use inside a transaction: keeps how far the call has come, for such a repeat. Does nothing without a key. */
  keepProgress(progress: unknown): void
  /** Counts how many values each field of a parser held, and which rules of chains found them. */
  countFills(fills: Record<string, { filled: number; total: number; hits?: number[] }>): void
}

/** One thing that the service can do, as plain data: routes, validation, docs and every other face read it. */
export interface Operation<
  Id extends string = string,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
  // biome-ignore lint/suspicious/noExplicitAny: a list holds operations of any owned resource
  Owned = any,
> {
  id: Id
  /** What it belongs to, for the order of the docs. */
  group: string
  summary: string
  description?: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Names in braces are input fields; the rest comes from the query on GET and DELETE, from the body on POST and PUT. */
  path: string
  /** A second verb with the same input. */
  also?: 'GET' | 'POST'
  /** An older path that answers the same. */
  alias?: string
  access: Access
  /** Only browser extensions may call, no page and no other program. */
  fromExtension?: true
  input: In
  /** What it answers; of `rows`, one row. */
  output: Out
  example: { input: z.input<In>; output: z.input<Out> }
  files?: Record<string, FileField>
  /** Bounds of its JSON body; 1 MB where it does not say. One with files takes JSON only where this stands here. */
  body?: BodyBounds
  /** How to fix an unknown field of a query, where the list of fields does not say it. */
  unknownQueryHint?: string
  answer: Answer
  /** Its answers are pages of one list, which jobs and nodes of workflows may follow. */
  paging?: ListPaging
  /** Where it shows beside REST: as a tool, as a node of workflows. A face that is not named does not show it. */
  faces?: { tool?: ToolFace; node?: true }
  /** Where what it creates can be read, without its id; its own path where this is absent. */
  madeAt?: string
  /** The answer carries a version: an ETag, and `If-Match` is honoured. */
  versioned?: boolean
  /** It creates something, though its answer is no `created`: a repeat under its `Idempotency-Key` gets the same answer. */
  once?: boolean
  /** What it starts costs credits later: its answers say how many are left. What is answered as `accepted` needs no mark. */
  spends?: true
  /** Credits that the call may cost, of what `own` found; absent for what is free by nature. */
  cost?: (input: z.output<In>, owned?: Owned) => number
  /** `own` finds a parser, and the call counts in its stats. */
  runsParser?: boolean
  /** Finds what the input names, before anything is spent. Throws 404 for what is absent or another account's. */
  own?: (input: z.output<In>, caller: Caller) => Promise<Owned>
  /** Judges what its input means, as far as its text shows, before anything is spent. Throws 400. */
  check?: (input: z.output<In>) => void
  run(input: z.output<In>, context: Context<Owned>): Promise<z.input<Out>> | z.input<Out>
}

/** Whether a repeat under the same `Idempotency-Key` gets the same answer: of what costs credits, or makes something. */
export const isOnce = ({ cost, once, answer }: Operation) => Boolean(cost || once) || MAKES_RECORD.has(answer)

/** Whether its answers say what credits are left: it costs some, or starts what does. */
export const tellsCredits = ({ cost, spends, answer }: Operation) =>
  Boolean(cost || spends) || answer === 'accepted'

/** The operations that workflows may call, by id. */
export const callableOf = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.filter(({ faces }) => faces?.node).map(operation => [operation.id, operation]))

/** Returns an operation its types; the value is what was passed. */
export const defineOperation = <
  const Id extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Owned = undefined,
>(
  operation: Operation<Id, In, Out, Owned>,
) => operation

/** The names in a path's braces. */
export const pathFields = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)

/** The account that calls. Public and admin operations have none; asking there is a mistake of ours. */
export function accountOf({ caller }: Pick<Context, 'caller'>): string {
  if (caller) return caller.account.id
  throw new Error('This operation has no calling account.')
}

/** For whom a thread reads: an account's keys, and what the jobs of each key read; the owner of the machine has no account. */
export const ownerOf = ({ caller, stage }: Pick<Context, 'caller' | 'stage'>): Owner =>
  caller
    ? { account: caller.account.id, caller: stage ? `jobs of ${caller.key.id}` : caller.key.id }
    : { account: '', caller: 'the owner' }

/** The one answer for what is absent and for what is another account's. `field` names an id that is not the one in the path. */
export const unknownResource = (field?: string, hint?: string) =>
  new AppError('unknown_resource', 'There is nothing here under this id.', {
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  })
