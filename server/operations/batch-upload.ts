import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { RawItem } from './batch-items.ts'
import { MAX_ITEMS, MAX_ITEMS_TEXT } from './batch-shapes.ts'
import { createCoercion } from './coerce.ts'
import type { UploadedFile } from './operation.ts'

/** Largest file of items: 32 MB. */
export const MAX_ITEMS_BYTES = 33_554_432

/** A file of items, as a field. */
export const itemsFile = z
  .custom<UploadedFile>(file => Boolean((file as UploadedFile | undefined)?.bytes?.byteLength), {
    message: 'The file of items is missing or empty.',
  })
  .meta({ type: 'string', format: 'binary' })

type Row = Record<string, unknown>

/** Reads the items of an uploaded file, told by its content: a list of JSON, JSON lines, or CSV with a header. */
export async function itemsOf({ bytes }: UploadedFile, input: z.ZodObject): Promise<RawItem[]> {
  const text = decoded(bytes)
  const first = text.trimStart()[0]
  const read = first === '[' ? fromList(text) : first === '{' ? fromLines(text) : fromCsv(text, input)
  const items: RawItem[] = []
  for await (const item of read) if (items.push(item) > MAX_ITEMS) throw tooMany()
  return items
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw unreadable('The file is not in UTF-8.', cause)
  }
}

function* fromList(text: string): Generator<RawItem> {
  try {
    yield* (JSON.parse(text) as unknown[]).map(asItem)
  } catch (cause) {
    throw unreadable(`The list is not valid JSON: ${(cause as Error).message}`, cause)
  }
}

function* fromLines(text: string): Generator<RawItem> {
  for (const line of text.split(/\r?\n/)) if (line.trim()) yield fromLine(line)
}

function fromLine(line: string): RawItem {
  try {
    return asItem(JSON.parse(line))
  } catch {
    return new AppError('invalid_input', 'This line is not valid JSON.')
  }
}

/** A line may hold the fields of the input themselves. */
function asItem(value: unknown): RawItem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (typeof (value as Row).input === 'object') return value
  const { custom_id, ...input } = value as Row
  return { ...(custom_id !== undefined && { custom_id }), input }
}

/** A column is a field of the input, or `custom_id`; an empty cell is a field that is left out. */
async function* fromCsv(text: string, input: z.ZodObject): AsyncGenerator<RawItem> {
  const coerce = createCoercion(input)
  const options = { columns: true, bom: true, skip_empty_lines: true, trim: true, relax_column_count: true }
  try {
    for await (const row of Readable.from([text]).pipe(parse(options))) {
      const cells = Object.entries(row as Record<string, string>).filter(([, cell]) => cell !== '')
      const { custom_id, ...fields } = Object.fromEntries(cells)
      yield { ...(custom_id !== undefined && { custom_id }), input: coerce(fields) }
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw unreadable(`The table cannot be read: ${(cause as Error).message}`, cause)
  }
}

const unreadable = (message: string, cause: unknown) =>
  new AppError('invalid_input', message, {
    field: 'items',
    hint: 'Send CSV with a header, a JSON object a line, or a list of JSON, in UTF-8.',
    cause,
  })

const tooMany = () =>
  new AppError('invalid_input', `A batch has ${MAX_ITEMS_TEXT} items at most.`, {
    field: 'items',
    hint: 'Make several batches.',
  })
