import { z } from 'zod'
import { savedFetch } from '../operations/parsers/fetch.ts'
import type { FieldTrace, Fill } from '../parsers/parse-result.ts'
import { poolName } from '../settings/pool-entries.ts'
import { SETTINGS, type SettingName, type SettingValues } from '../settings/settings.ts'
import { sentError } from './sent-errors.ts'
import { sentSession, sessionState } from './sent-sessions.ts'

/** Version of the protocol between the service and its workers. Workers with another version are refused. */
export const PROTOCOL = 2

/** Most bytes of answers in one message. Small answers are sent together, larger ones in parts. */
export const MAX_MESSAGE = 262_144
/** Most answers in one message. */
export const MAX_ANSWERS = 256
/** Most parts of one answer. */
export const MAX_PARTS = 512
/** Most bytes of a task, and of a compressed parser. The service itself reads what is larger. */
export const MAX_BODY = 786_432
/** A page counts as the cause if this many workers ended while reading it. */
export const MAX_ENDED = 3

/** Most pages that a worker reads at a time. */
export const MAX_PAGES = 10_000
/** Most characters of the name of a worker. */
export const MAX_NAME = 200

/** Settings of the service that apply to its workers. */
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

/** Fields that are part of every protocol version. */
export const anyHello = z.object({
  protocol: z.int(),
  id: z.string().max(100),
  name: z.string().max(MAX_NAME),
  version: z.string().max(50),
  pool: poolName,
})

/** Sent by a worker every few seconds to report that it is alive and what it is doing. */
export const hello = anyHello.extend({
  protocol: z.literal(PROTOCOL),
  pages: z.int().min(0).max(MAX_PAGES),
  browser_pages: z.int().min(0).max(MAX_PAGES),
  running: z.array(taskId).max(20_000),
  /** The running tasks that the broker had handed out before. */
  again: z.array(taskId).max(20_000).exactOptional(),
  /** Pages since the worker started. */
  completed: z.int().min(0),
  load: z.number().min(0),
  last_error: z.string().max(500).nullable(),
  /** Hash of the settings that the worker has. */
  settings: hash.nullable(),
  /** It takes no more tasks, and ends once it has finished those that are running. */
  is_stopping: z.boolean().exactOptional(),
})
export type Hello = z.output<typeof hello>

/** The answer of the service: a sentence that refuses the worker, or its instructions. */
export const helloAnswer = z.union([
  z.object({ refused: z.string() }),
  z.object({
    lease_ms: z.int().min(1),
    /** The time of the service, because the clock of a worker may be wrong. */
    now: z.number(),
    is_draining: z.boolean(),
    /** Running tasks that nobody waits for any more. */
    unwanted: z.array(taskId),
    settings: z.object({ hash, values: sharedSettings }).optional(),
  }),
])
export type HelloAnswer = z.input<typeof helloAnswer>

/** Fields of all tasks. */
const taskHead = z.object({
  id: taskId,
  /** An answer must contain it, so that only the worker with the task can answer. */
  token: z.string(),
  /** Hash of the settings for this task. */
  settings: hash,
  /** Remaining time of its job. */
  timeout_ms: z.int().min(1),
})
export type TaskHead = z.output<typeof taskHead>

/** A page that a worker should fetch and read. */
const pageTask = taskHead.extend({
  kind: z.literal('page'),
  way: z.enum(['http', 'browser']),
  url: z.string(),
  /** Hash of the parser's schema; the worker requests the schema itself from the service. */
  parser: hash,
  fetch: savedFetch,
  /** The login to fetch the page with. */
  session: sentSession.optional(),
  detail: z.object({ page: z.string(), at: z.string() }).optional(),
  from: z.int().optional(),
  trace: z.boolean(),
  /** The page itself is needed as well as its data. */
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

/** A task for a worker. */
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

/** The JSON of a message with answers; the bytes of each follow in this order. */
export const doneParts = z.array(donePart).max(MAX_ANSWERS)

const count = z.int().min(0)
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

/** Checked by hand: a zod record of objects would take as long as all other checks of an answer. */
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
        /** Path in the data to the object that the linked page belongs to. */
        into: z.array(z.union([z.string(), count])),
        url: z.string(),
        page: z.string(),
        limit: count.nullable(),
        onError: z.enum(['null', 'skip_item', 'fail']),
        names: z.array(z.string()),
      }),
    )
    .exactOptional(),
  next: z.string().exactOptional(),
  leftOut: z.string().exactOptional(),
  wrongLists: z.array(z.string()).exactOptional(),
  expected: z.boolean().exactOptional(),
})

/** The answer for a page. The page and its data follow as bytes, in this order. */
export const pageAnswer = z.object({
  error: sentError,
  result: parseResult.nullable(),
  page: z.object({ url: z.string().nullable(), contentType: z.string().nullable() }).nullable(),
  data: z
    .object({
      /** Whether the data is compressed JSON, as opposed to JSON text. */
      packed: z.boolean(),
      /** Whether the data is complete: no other page adds to it, so it can be stored as it is. */
      whole: z.boolean(),
    })
    .nullable(),
  /** Changes that the sites made to the login. */
  changes: sessionState.exactOptional(),
})
export type PageAnswer = z.output<typeof pageAnswer>

/** Words that become headers of an answer. */
const word = z.string().regex(/^[\w-]{1,100}$/)

/** The answer for a call of a prebuilt API. */
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
