import { z } from 'zod'
import type { KeptResult } from '../../accounts/results.ts'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/is-object.ts'
import { iso } from '../../base/times.ts'
import { getOwn } from '../../prebuilt/json-walk.ts'
import { idField, time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'

const MAX_LISTED = 100

const exampleId = 'res_4s2mVq0cX1a9Lk'

/** Operations below `/v1/results`: results of tool calls that were too long to return, or not ready in time. */
export function resultOperations({ results }: Services) {
  const list = defineOperation({
    id: 'result-list',
    group: 'account',
    summary: 'List the newest results that tool calls kept, 100 at most.',
    method: 'GET',
    path: '/v1/results',
    access: 'read',
    input: z.strictObject({}),
    output: z.object({ data: z.array(z.object({ id: z.string(), bytes: z.int(), kept_at: time })) }),
    example: {
      input: {},
      output: { data: [{ id: exampleId, bytes: 184_320, kept_at: '2026-01-15T09:30:00.000Z' }] },
    },
    answer: 'value',
    async run(_input, context) {
      const kept = await results.list(accountOf(context), MAX_LISTED)
      return { data: kept.map(result => ({ ...result, kept_at: iso(result.kept_at) })) }
    },
  })

  const read = defineOperation({
    id: 'result-read',
    group: 'account',
    summary: 'Continue reading a result that a tool call kept.',
    description:
      'A tool call keeps a result that is too large to show at once, or that came after its answer. It can be read for 24 hours.',
    method: 'GET',
    path: '/v1/results/{id}',
    access: 'read',
    input: z.strictObject({
      id: idField('result').describe('`result_id` of the tool call.'),
      path: z
        .string()
        .max(500)
        .optional()
        .describe('The list, text or object to continue in, such as `comments`; without it the whole result.')
        .meta({ title: 'Part to read' }),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe('Items of the list, characters of the text or fields of the object to skip.')
        .meta({ title: 'Skip' }),
    }),
    output: z
      .looseObject({})
      .describe('The result, or `{path, offset, total, items}`, or `… text}` or `… values}`.'),
    example: {
      input: { id: exampleId, path: 'comments', offset: 40 },
      output: { path: 'comments', offset: 40, total: 41, items: [{ text: 'Agreed.' }] },
    },
    answer: 'value',
    faces: { tool: { name: 'result_read', group: 'account', hints: READS } },
    async run({ id, path = '', offset }, context) {
      const kept = await results.take(accountOf(context), id)
      if (!kept) throw notKept()
      if (kept.status >= 400) throw asError(kept)
      if (kept.notice) context.notice(kept.notice)
      return path || offset ? partOf(kept.value, path, offset) : (kept.value as Record<string, unknown>)
    },
  })
  return [list, read] as const
}

const notKept = () =>
  new AppError('unknown_resource', 'No result is kept under this id.', {
    hint: 'Results are kept for 24 hours, for the account that asked. Repeat the call.',
  })

/** Recreates the error that the call ended with. */
function asError({ value, code = 'internal' }: KeptResult): AppError {
  const { error, field, hint, detail: _, ...extra } = value as Record<string, string>
  return new AppError(code, error!, { ...(field && { field }), ...(hint && { hint }), extra })
}

/** Names in a value that a path goes on below, the shortest first: a name may have dots itself. */
function namesOn(value: object, path: string): string[] {
  if (Array.isArray(value)) return [path.split('.', 1)[0]!]
  const leadsOn = (name: string) => path.startsWith(name) && path[name.length] === '.'
  return Object.keys(value)
    .filter(leadsOn)
    .sort((a, b) => a.length - b.length)
}

/** What a dot path leads to; undefined for nothing. */
function valueAt(value: unknown, path: string): unknown {
  const whole = getOwn(value, path)
  if (whole !== undefined || typeof value !== 'object' || value === null) return whole
  for (const name of namesOn(value, path)) {
    const inner = getOwn(value, name)
    const found = inner === undefined ? undefined : valueAt(inner, path.slice(name.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}

function partOf(value: unknown, path: string, offset: number) {
  const found = path ? valueAt(value, path) : value
  if (Array.isArray(found)) return { path, offset, total: found.length, items: found.slice(offset) }
  if (typeof found === 'string') return { path, offset, total: found.length, text: found.slice(offset) }
  if (isObject<object>(found)) {
    const fields = Object.entries(found)
    return { path, offset, total: fields.length, values: Object.fromEntries(fields.slice(offset)) }
  }
  throw new AppError('invalid_input', `There is no list, text or object at \`${path}\` in this result.`, {
    field: 'path',
    hint: 'Give the `path` that the call named, or none for the whole result.',
  })
}
