import { z } from 'zod'
import type { Caller } from '../accounts/caller.ts'
import { AppError } from '../base/errors.ts'
import type { RecordNoun } from '../base/fields/id-field.ts'
import { schemaNameOf, schemaNames } from '../base/fields/schema-names.ts'
import type { Page } from '../store/page-of.ts'
import type { ListFilter, ListQuery } from '../store/record-list.ts'
import { countedPageShape, countField, UNCOUNTED, withTotal } from './counted-list.ts'
import { idField, nothing, pageFields, searchField } from './fields.ts'
import { accountOf, defineOperation, type ToolFace, unknownResource } from './operation.ts'

/** Storage of one kind of record, by account. Methods return null for records that are absent or belong to another account. */
export interface ResourceStore<Body, Stored> {
  list(accountId: string, query: ListQuery): Promise<Page<Stored>>
  count(accountId: string, filter: ListFilter): Promise<number>
  find(accountId: string, id: string): Promise<Stored | null>
  /** Passes `write` the work to commit together with the end of the call and its stored answer. */
  create(accountId: string, body: Body, write: (work: () => void) => void, caller: Caller): Promise<Stored>
  /** Returns 'stale' if the version of the record is no longer `expected`. */
  replace(
    accountId: string,
    id: string,
    body: Body,
    expected: number | undefined,
    caller: Caller,
  ): Promise<Stored | null | 'stale'>
  /** Returns 'stale' if the version of the record is no longer `expected`, and false if the record is absent. */
  remove(accountId: string, id: string, expected?: number): Promise<boolean | 'stale'>
  /** Undoes a deletion of the last 7 days. */
  restore(accountId: string, id: string, caller: Caller): Promise<Stored | null>
}

/** A kind of record that an account owns. */
interface ResourceOptions<Noun extends RecordNoun, Body extends z.ZodObject, Shown extends z.ZodObject> {
  noun: Noun
  /** The plural noun in paths, operation ids and the docs: `parsers`. */
  plural: string
  body: Body
  record: Shown
  example: { body: z.input<Body>; record: z.input<Shown> }
  store: ResourceStore<z.output<Body>, z.input<Shown>>
  /** Where a search of the list looks. Absent: in names and ids. */
  searched?: string
  /** The tool that lists the records. Absent: no such tool. */
  listTool?: ToolFace
  /** The tool that creates a record. Absent: no such tool. */
  createTool?: ToolFace
  /** The tool that changes a record. Absent: no such tool. */
  replaceTool?: ToolFace
}

/**
 * Returns the record. Throws 404 if it is null: absent, or of another account. Pass `field` if the id is not the one in the
 * path.
 */
export function found<T>(record: T | null, field?: string): T {
  if (record === null) throw unknownResource(field)
  return record
}

/** Returns the changed record. Throws 412 if it is stale, 404 if it is null. */
export function replacedBy<T>(replaced: T | null | 'stale', noun: string): T {
  if (replaced === 'stale') throw stale(noun)
  return found(replaced)
}

/** Throws 412 early if the version differs; the store checks again in the transaction of the deletion. */
function assertVersion(expected: number | undefined, record: unknown, noun: string): void {
  const { version } = record as { version: number }
  if (expected !== undefined && expected !== version) throw stale(noun)
}

/** The operations that every kind of record has: list, get, create, replace, delete, restore. */
export function resource<const Noun extends RecordNoun, Body extends z.ZodObject, Shown extends z.ZodObject>(
  options: ResourceOptions<Noun, Body, Shown>,
) {
  const { noun, plural, body, record, example, store, listTool, createTool, replaceTool } = options
  const { searched = 'name or id' } = options
  const path = `/v1/${plural}`
  schemaNames.add(record, { id: schemaNameOf(noun) })
  schemaNames.add(body, { id: `${schemaNameOf(noun)}Input` })
  const id = { id: idField(noun) }
  const exampleId = String((example.record as { id?: unknown }).id)
  const own = async (input: { id: string }, { account }: { account: { id: string } }) =>
    found(await store.find(account.id, input.id))
  const withId = z.strictObject({ ...id, ...body.shape })
  const bodyOf = ({ id: _, ...rest }: Record<string, unknown>) => rest as z.output<Body>

  const list = defineOperation({
    id: `${noun}-list`,
    group: plural,
    summary: `List ${plural}, newest first.`,
    method: 'GET',
    path,
    access: 'read',
    input: z.strictObject({ ...pageFields, ...searchField(plural, searched), ...countField }),
    output: countedPageShape(record),
    example: {
      input: { limit: 20, count: true },
      output: { data: [example.record], has_more: false, next_cursor: null, total: 1 } as never,
    },
    answer: 'value',
    ...(listTool && { faces: { tool: { ...UNCOUNTED, ...listTool } } }),
    run({ count, ...query }, context) {
      const accountId = accountOf(context)
      return withTotal(store.list(accountId, query), count, () => store.count(accountId, query)) as never
    },
  })
  const get = defineOperation({
    id: `${noun}-get`,
    group: plural,
    summary: `Read one ${noun}.`,
    method: 'GET',
    path: `${path}/{id}`,
    access: 'read',
    input: z.strictObject(id),
    output: record,
    example: { input: { id: exampleId }, output: example.record },
    answer: 'value',
    versioned: true,
    own,
    run: (_input, { owned }) => owned,
  })
  const create = defineOperation({
    id: `${noun}-create`,
    group: plural,
    summary: `Create a ${noun}.`,
    method: 'POST',
    path,
    access: 'manage',
    input: body,
    output: record,
    example: { input: example.body, output: example.record },
    answer: 'created',
    versioned: true,
    ...(createTool && { faces: { tool: createTool } }),
    run: (input, context) => store.create(accountOf(context), input, context.write, context.caller!),
  })
  const replace = defineOperation({
    id: `${noun}-replace`,
    group: plural,
    summary: `Replace a ${noun}; the version increases.`,
    description: IF_MATCH,
    checksVersion: true,
    method: 'PUT',
    path: `${path}/{id}`,
    access: 'manage',
    input: withId,
    output: record,
    example: { input: { id: exampleId, ...example.body } as never, output: example.record },
    answer: 'value',
    versioned: true,
    ...(replaceTool && { faces: { tool: replaceTool } }),
    own,
    async run(input, context) {
      const replaced = await store.replace(
        accountOf(context),
        input.id as string,
        bodyOf(input),
        context.ifMatch,
        context.caller!,
      )
      return replacedBy(replaced, noun)
    },
  })
  const remove = defineOperation({
    id: `${noun}-delete`,
    group: plural,
    summary: `Delete a ${noun}; it can be restored for 7 days.`,
    description: IF_MATCH,
    checksVersion: true,
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'manage',
    input: z.strictObject(id),
    output: nothing,
    example: { input: { id: exampleId }, output: null },
    answer: 'empty',
    own,
    async run(input, { ifMatch, owned, ...context }) {
      assertVersion(ifMatch, owned, noun)
      replacedBy((await store.remove(accountOf(context), input.id, ifMatch)) || null, noun)
      return null
    },
  })
  const restore = defineOperation({
    id: `${noun}-restore`,
    group: plural,
    summary: `Restore a deleted ${noun}, within 7 days.`,
    method: 'POST',
    path: `${path}/{id}/restore`,
    access: 'manage',
    input: z.strictObject(id),
    output: record,
    example: { input: { id: exampleId }, output: example.record },
    answer: 'value',
    versioned: true,
    run: async (input, context) => found(await store.restore(accountOf(context), input.id, context.caller!)),
  })
  return [list, get, create, replace, remove, restore] as const
}

/** The sentence in the descriptions of operations that honour `If-Match`. */
export const IF_MATCH =
  'With `If-Match: <version>`, a record that has changed since then stays as it is (412).'

const stale = (noun: string) =>
  new AppError('stale', `This ${noun} has changed since the version that you name.`, {
    hint: 'Read it again, apply your change to the newest version, and send that.',
  })
