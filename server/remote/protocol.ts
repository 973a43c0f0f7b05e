import { z } from 'zod'
import { savedFetch } from '../operations/parsers/fetch.ts'
import type { FieldTrace, Fill } from '../parsers/parse-result.ts'
import { SETTINGS, type SettingName, type SettingValues } from '../settings/settings.ts'
import { sentError } from './sent-errors.ts'
import { sentSession, sessionState } from './sent-sessions.ts'

/** What service and workers say to each other through the broker. Workers of another protocol are refused. */
export const PROTOCOL = 2

/** Most bytes of answers in one message: as many as fit go together, and what is larger goes in parts. */
export const MAX_MESSAGE = 262_144
/** Most answers in one message. */
export const MAX_ANSWERS = 256
/** Most parts of one answer. */
export const MAX_PARTS = 512
/** Most bytes of a task, and of a parser, packed: what is larger is read by the service. */
export const MAX_BODY = 786_432
/** A page that so many workers were reading when they ended counts as the cause. */
export const MAX_ENDED = 3

export const poolName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be a name of lowercase letters, digits and dashes, 40 at most')

/** The settings of the service that its workers keep to. */
export const SHARED_SETTINGS = [
  'user_agent',
  'fetch_timeout_ms',
  'fetch_max_bytes',
  'fetch_max_redirects',
  'retries',
  'host_concurrency',
  'host_spacing_ms',
  'proxy',
  'robots',
  'parse_timeout_ms',
  'parse_max_answer_mb',
  'photosocial_url',
  'shortvideo_url',
  'videosite_url',
  'realty_url',
] as const satisfies SettingName[]

export type SharedSettings = Pick<SettingValues, (typeof SHARED_SETTINGS)[number]>

const sharedSettings = z.object(
  Object.fromEntries(SHARED_SETTINGS.map(name => [name, SETTINGS[name].schema])),
) as unknown as z.ZodType<SharedSettings>

const taskId = z.string().regex(/^tsk_\w{26}$/)
const hash = z.string().max(100)

/** What every version of the protocol says. */
export const anyHello = z.object({
  protocol: z.int(),
  id: z.string().max(100),
  name: z.string().max(200),
  version: z.string().max(50),
  pool: poolName,
})

/** A worker says every few seconds that it lives, and what it is at. */
export const hello = anyHello.extend({
  protocol: z.literal(PROTOCOL),
  pages: z.int().min(0).max(10_000),
  browser_pages: z.int().min(0).max(10_000),
  running: z.array(taskId).max(20_000),
  /** Those of them that the broker has handed out before. */
  again: z.array(taskId).max(20_000).exactOptional(),
  /** Pages since it started. */
  completed: z.int().min(0),
  load: z.number().min(0),
  last_error: z.string().max(500).nullable(),
  /** Hash of the settings that it has. */
  settings: hash.nullable(),
})
export type Hello = z.output<typeof hello>

/** What the service answers: a sentence that refuses the worker, or how it is to go on. */
export const helloAnswer = z.union([
  z.object({ refused: z.string() }),
  z.object({
    lease_ms: z.int().min(1),
    /** The time of the service: that of a worker may be wrong. */
    now: z.number(),
    is_draining: z.boolean(),
    /** What it reads that nobody waits for any more. */
    unwanted: z.array(taskId),
    settings: z.object({ hash, values: sharedSettings }).optional(),
  }),
])
export type HelloAnswer = z.input<typeof helloAnswer>

/** What all tasks say. */
const taskHead = z.object({
  id: taskId,
  /** Whoever answers has to know it, so that only the worker that got the task can. */
  token: z.string(),
  /** Hash of the settings that it is to be done with. */
  settings: hash,
  /** What is left of the time of its job. */
  timeout_ms: z.int().min(1),
})
export type TaskHead = z.output<typeof taskHead>

/** A page that a worker is to fetch and to read. */
const pageTask = taskHead.extend({
  kind: z.literal('page'),
  way: z.enum(['http', 'browser']),
  url: z.string(),
  /** Hash of the parser's schema; the service gives the schema itself. */
  parser: hash,
  fetch: savedFetch,
  /** The login that it is fetched with. */
  session: sentSession.optional(),
  detail: z.object({ page: z.string(), at: z.string() }).optional(),
  trace: z.boolean(),
  /** The page itself is wanted, too. */
  keeps_page: z.boolean(),
})
export type PageTask = z.output<typeof pageTask>

/** A call of a prebuilt API. */
const apiTask = taskHead.extend({
  kind: z.literal('api'),
  api: z.string(),
  input: z.record(z.string(), z.unknown()),
})
export type ApiTask = z.output<typeof apiTask>

/** What a worker is to do. */
export const anyTask = z.discriminatedUnion('kind', [pageTask, apiTask])
export type Task = z.output<typeof anyTask>

/** An answer, or a part of one. */
const donePart = z.object({
  task: taskId,
  token: z.string(),
  part: z.int().min(0),
  parts: z.int().min(1).max(MAX_PARTS),
})
export type DonePart = z.output<typeof donePart>

/** What a message of answers holds; the bytes of each follow in this order. */
export const doneParts = z.array(donePart).max(MAX_ANSWERS)

const count = z.int().min(0)
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

/** By hand: a record of objects would take as long as all else that the service checks of an answer. */
function areFills(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  return Object.values(value).every(
    ({ filled, total, hits }: Partial<Fill>) =>
      isCount(filled) &&
      isCount(total) &&
      (hits === undefined || (Array.isArray(hits) && hits.every(isCount))),
  )
}

const parseResult = z.object({
  nulls: z.array(z.object({ field: z.string(), rule: z.string(), reason: z.string() })).max(1_000),
  fields: z.custom<Record<string, Fill>>(areFills),
  trace: z.array(z.custom<FieldTrace>()).exactOptional(),
  kind: count,
  size: z.number().min(0),
  links: z
    .array(
      z.object({
        /** Where in the data the object stands that the page belongs to. */
        into: z.array(z.union([z.string(), count])),
        url: z.string(),
        page: z.string(),
        limit: count,
        onError: z.enum(['null', 'skip_item', 'fail']),
      }),
    )
    .exactOptional(),
  next: z.string().exactOptional(),
  expected: z.boolean().exactOptional(),
})

/** What came of a page; the page itself and its data follow as bytes, in this order. */
export const pageAnswer = z.object({
  error: sentError,
  result: parseResult.nullable(),
  page: z.object({ url: z.string().nullable(), contentType: z.string().nullable() }).nullable(),
  data: z
    .object({
      /** As text of JSON, or that compressed. */
      packed: z.boolean(),
      /** No other page adds to it: it can be stored as it is. */
      whole: z.boolean(),
    })
    .nullable(),
  /** What the sites have changed of the login that it was fetched with. */
  changes: sessionState.exactOptional(),
})
export type PageAnswer = z.output<typeof pageAnswer>

/** Words that become headers of an answer. */
const word = z.string().regex(/^[\w-]{1,100}$/)

/** What came of a call of a prebuilt API. */
export const apiAnswer = z.object({
  error: sentError,
  value: z.unknown().optional(),
  notice: word.exactOptional(),
  sources: z.array(word).max(100),
  exchanges: z
    .array(
      z.object({
        method: z.string(),
        path: z.string(),
        status: z.int().nullable(),
        text: z.string().nullable(),
      }),
    )
    .max(1_000),
})
