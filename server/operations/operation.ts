import type { z } from 'zod'
import type { Caller } from '../accounts/caller.ts'
import { AppError } from '../base/errors.ts'
import type { ListPaging } from '../prebuilt/define-prebuilt.ts'
import type { Scope } from '../store/accounts/keys.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { PackedResult, StoredPage } from '../store/jobs/files.ts'
import type { JobStage } from '../store/jobs/rows.ts'
import type { Owner } from '../threads/fair-queue.ts'

/** The kinds of answers, with the HTTP status of success. Every interface knows how to encode each kind. */
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
export type AnswerKind = keyof typeof STATUS
export const ANSWERS = Object.keys(STATUS) as [AnswerKind, ...AnswerKind[]]

/** Kinds of answers that contain the id of a new record. */
export const MAKES_RECORD: ReadonlySet<AnswerKind> = new Set(['created', 'accepted'])

/** Who may call: anyone (rate-limited by IP address), the owner of the machine, or a key with this scope. */
export type Access = 'public' | 'admin' | Scope

/** An input field that is sent as file parts of an upload: maximum number of parts and bytes of each part. */
export interface FileField {
  max: number
  maxBytes: number
  description: string
}

/** An uploaded file part. Its bytes have a buffer of their own. */
export interface UploadedFile {
  bytes: Uint8Array
  name: string | null
  contentType: string | null
  /** The URL of the page that it contains, if known. */
  url?: string | undefined
}

/** A page that a job keeps, with the result that was read from it if that is already packed. */
export interface KeptPage {
  page: StoredPage
  result?: { value: unknown; packed: PackedResult }
}

/** Limits of a JSON body: its size, and the number of items in its long list, which are counted as they arrive. */
export interface BodyBounds {
  maxBytes: number
  list?: { field: string; max: number }
}

/** For bodies with pages, rows or items: enough for a page of 16 MB as JSON text with its escapes. */
export const LARGE_BODY: BodyBounds = { maxBytes: 33_554_432 }

/** Annotations of a tool, on which MCP clients may rely before they call it. */
export interface ToolHints {
  /** It changes nothing except credits and the record of the call. */
  readOnly: boolean
  /** It may delete or overwrite existing data. */
  destructive: boolean
  /** A second call with the same input changes nothing more. */
  idempotent: boolean
  /** It contacts other machines. */
  openWorld: boolean
}

/** An operation as a tool for AI assistants. */
export interface ToolFace {
  /** In snake_case, at most 40 characters. */
  name: string
  /** The group of the tool, as in `/mcp?groups=…`. */
  group: string
  hints: ToolHints
  /** The summary of the tool, if the tool does less than the operation. */
  summary?: string
  /** The description for models, if the operation's own description mentions paths, headers or statuses. */
  description?: string
  /** Fields of the result that are returned by default, as dot paths. Absent: all fields. */
  shows?: readonly string[]
  /** Input fields that the tool does not take, because they have no meaning for tools or are rarely needed. */
  omits?: readonly string[]
  /** Result fields that the tool never returns, because it does not take the input that requests them. */
  lacks?: readonly string[]
  /** Omitted fields keep their values, although the operation itself replaces the whole record. */
  keeps?: true
  /** The schema may lead to further pages, each of which costs as much. */
  paysPerPage?: true
  /** Defaults for the tool only, suited to the amount of data that a tool may return. */
  defaults?: Record<string, unknown>
}

/** What a request reveals about the program that sent it. */
export interface Sender {
  /** The origin of the page or extension that sent the request. Absent for other programs. */
  origin?: string | undefined
  userAgent?: string | undefined
}

/** What `run` gets in addition to its input. */
export interface Context<Owned = unknown> {
  requestId: string
  /** Aborts when the client has disconnected or the service is stopping. */
  signal: AbortSignal
  /** The calling key and account; null for public and admin operations. */
  caller: Caller | null
  /** The signed-in browser that calls. Needed by operations that only the owner of the account may use. */
  signIn?: SignIn | undefined
  /** The program that sent the HTTP request. */
  sender?: Sender | undefined
  /** The value that `own` returned. */
  owned: Owned
  /** The version in `If-Match`. */
  ifMatch?: number | undefined
  /** Adds a source of the data. The answer lists all sources in `X-Source`, in order. */
  addSource(source: string): void
  /** Holds credits for a success whose cost is known only while the operation runs. Throws the same errors as `reserve`. */
  hold(credits: number): Promise<void>
  /** Sets the cost of a success, if it is less than what is held for the call. */
  charge(credits: number): void
  /**
   * Holds credits for the work that this call creates, beyond the end of the call. Throws 402, and 429 at the key's monthly
   * cap.
   */
  reserve(credits: number): Promise<void>
  /** Reports the current stage of the attempt to its job. */
  stage?: ((name: JobStage) => void) | undefined
  /** Stores a page with the job that the call works for. */
  keepPage?: ((kept: KeptPage) => void) | undefined
  /** If the result is stored packed beside the page, the returned value is not used. */
  storesOnly?: boolean | undefined
  /** The value is sent as JSON without being read, so `run` may return serialized JSON as bytes. */
  sendsJson?: boolean | undefined
  /** Sets `X-Notice`. */
  notice(word: string): void
  /** Reports that some items of the answer could not be fetched, so that a database does not treat their rows as missing. */
  markPartial(): void
  /** The caller requested a trace (`?debug=1`). */
  debug: boolean
  /** Sets the trace of the result. `make` is called only if the call requested a trace. */
  trace(make: () => unknown): void
  /**
   * Sets the function that writes a new record. It runs in the transaction that ends the call: both are committed, or
   * neither.
   */
  write(work: () => void): void
  /** The progress that an earlier, interrupted call with the same `Idempotency-Key` saved; otherwise null. */
  progress: unknown
  /**
   * Saves the progress of the call for such a repeat. Call it inside a transaction. Does nothing if the call has no
   * `Idempotency-Key`.
   */
  keepProgress(progress: unknown): void
  /** Records how many values of each field of a parser were filled, and which rule of a chain found them. */
  countFills(fills: Record<string, { filled: number; total: number; hits?: number[] }>): void
}

/** Something that the service can do, as plain data. Routes, validation, docs and all interfaces are built from it. */
export interface Operation<
  Id extends string = string,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
  // biome-ignore lint/suspicious/noExplicitAny: a list holds operations of any owned resource
  Owned = any,
> {
  id: Id
  /** The group of the operation in the docs. */
  group: string
  summary: string
  description?: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Names in braces are input fields. The other fields come from the query (GET, DELETE) or the body (POST, PUT). */
  path: string
  /** A second HTTP method that takes the same input. */
  also?: 'GET' | 'POST'
  /** An older path of the same operation. */
  alias?: string
  access: Access
  /** Only browser extensions may call it; web pages and other programs may not. */
  fromExtension?: true
  input: In
  /** The shape of the answer; for `rows`, the shape of one row. */
  output: Out
  example: { input: z.input<In>; output: z.input<Out> }
  files?: Record<string, FileField>
  /** Limits of the JSON body; 1 MB by default. An operation with `files` accepts JSON only if this is set. */
  body?: BodyBounds
  /** The hint for an unknown query field, if a list of the known fields is not enough. */
  unknownQueryHint?: string
  answer: AnswerKind
  /** The answers are pages of a list, which jobs and workflow nodes can follow. */
  paging?: ListPaging
  /** The interfaces besides REST: a tool, a workflow node. Absent ones are not offered. */
  faces?: { tool?: ToolFace; node?: true }
  /** The path of the created record, without its id. Default: the operation's own path. */
  madeAt?: string
  /** The answer has a version, which is sent as an ETag. */
  versioned?: boolean
  /** A call with `If-Match` changes nothing if the record has another version. */
  checksVersion?: true
  /**
   * It creates something although its answer is not `created`: a repeat with the same `Idempotency-Key` gets the same answer.
   */
  once?: boolean
  /**
   * It starts work that costs credits later, so its answers include the remaining credits. Not needed for `accepted` answers.
   */
  spends?: true
  /**
   * The maximum cost of the call in credits. `owned` is the value that `own` returned. Absent if the operation is always
   * free.
   */
  cost?: (input: z.output<In>, owned?: Owned) => number
  /** `own` returns a parser, and the call counts in the stats of that parser. */
  runsParser?: boolean
  /**
   * Finds the resource that the input names, before any credits are held. Throws 404 if it does not exist or belongs to
   * another account.
   */
  own?: (input: z.output<In>, caller: Caller) => Promise<Owned>
  /** Checks the meaning of the input, as far as its text shows, before any credits are held. Throws 400. */
  check?: (input: z.output<In>) => void
  run(input: z.output<In>, context: Context<Owned>): Promise<z.input<Out>> | z.input<Out>
}

/**
 * Whether a repeat with the same `Idempotency-Key` gets the same answer: true if the operation costs credits or creates
 * something.
 */
export const isOnce = ({ cost, once, answer }: Operation) => Boolean(cost || once) || MAKES_RECORD.has(answer)

/** Whether the answers include the remaining credits: true if the operation costs credits or starts work that does. */
export const tellsCredits = ({ cost, spends, answer }: Operation) =>
  Boolean(cost || spends) || answer === 'accepted'

/** The operations that workflows may call, by id. */
export const callableOf = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.filter(({ faces }) => faces?.node).map(operation => [operation.id, operation]))

/** Infers the types of an operation and returns it unchanged. */
export const defineOperation = <
  const Id extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Owned = undefined,
>(
  operation: Operation<Id, In, Out, Owned>,
) => operation

/** Returns the names in the braces of a path. */
export const pathFields = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)

/**
 * Returns the id of the calling account. Throws for public and admin operations, which have none: calling it there is a bug.
 */
export function accountOf({ caller }: Pick<Context, 'caller'>): string {
  if (caller) return caller.account.id
  throw new Error('This operation has no calling account.')
}

/**
 * Returns the owner of work in a thread: the account, and the key or the jobs of that key. The owner of the machine has no
 * account.
 */
export const ownerOf = ({ caller, stage }: Pick<Context, 'caller' | 'stage'>): Owner =>
  caller
    ? { account: caller.account.id, caller: stage ? `jobs of ${caller.key.id}` : caller.key.id }
    : { account: '', caller: 'the owner' }

/** The 404 error for both absent resources and those of other accounts. Pass `field` if the id is not the one in the path. */
export const unknownResource = (field?: string, hint?: string) =>
  new AppError('unknown_resource', 'There is nothing here under this id.', {
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  })
