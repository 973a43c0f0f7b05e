import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/is-object.ts'
import { bufferOf } from '../../base/own-buffer.ts'
import { parseJson } from '../../base/text/parse-json.ts'
import { createTurns } from '../../base/turns.ts'
import { cutLines, cutList } from '../../databases/cut-json.ts'
import {
  checkMapping,
  createRecordMapping,
  type Destination,
  isAddressList,
  type Mapping,
  mapHeader,
  type RecordMapping,
} from '../../databases/file-columns.ts'
import { parseCsv } from '../../databases/parse-csv.ts'
import { type FileColumn, readColumns } from '../../databases/read-columns.ts'
import { formatOf, type TableFormat } from '../../databases/read-table.ts'
import type { RecordNames } from '../../databases/record-bounds.ts'
import { createCoercion } from '../coerce.ts'
import type { UploadedFile } from '../operation.ts'
import type { RawItem } from './items.ts'
import { MAX_ITEMS, MAX_ITEMS_TEXT } from './shapes.ts'

/** Maximum size of a file of items in bytes: 32 MB. */
export const MAX_ITEMS_BYTES = 33_554_432

/** The input field for a file of items. */
export const itemsFile = z
  .custom<UploadedFile>(file => Boolean((file as UploadedFile | undefined)?.bytes?.byteLength), {
    message: 'The file of items is missing or empty.',
  })
  .meta({ type: 'string', format: 'binary' })

type Row = Record<string, unknown>

const NAMES: RecordNames = { file: 'items', records: 'items' }

/** The column with the name of an item. */
const NAME_COLUMN = 'custom_id'

/** Returns the names that the columns of a file of items may be mapped to. */
export const itemColumns = (input: z.ZodObject): string[] => [...Object.keys(input.shape), NAME_COLUMN]

const destinationOf = (input: z.ZodObject): Destination => ({
  fields: itemColumns(input),
  kind: 'fields of an item',
  names: NAMES,
  bareField: 'url' in input.shape ? 'url' : undefined,
})

/** Returns the columns of a file of items, with their first values. */
export const columnsOfItems = ({ bytes }: UploadedFile, input: z.ZodObject): Promise<FileColumn[]> =>
  readColumns(bytes, formatOf(bytes), destinationOf(input), fieldsOf)

/** Returns the fields of a record: a list may contain items, or the inputs themselves. */
const fieldsOf = (record: Row): Row => (isObject<Row>(record.input) ? record.input : record)

/**
 * Reads the items of an uploaded file. The format is detected from its content: a JSON list, JSON lines, CSV with a header,
 * or one URL per line. Throws 400 if the file has none of these formats or no items, and for columns that neither are input
 * fields nor are mapped to one.
 */
export async function itemsOf(
  { bytes }: UploadedFile,
  input: z.ZodObject,
  mapping: Mapping,
): Promise<RawItem[]> {
  if (!isUtf8(bytes)) throw unreadable('The file is not in UTF-8.')
  const destination = destinationOf(input)
  checkMapping(mapping, destination)
  const turns = createTurns()
  const items: RawItem[] = []
  for await (const item of READERS[formatOf(bytes)](bytes, { input, mapping, destination })) {
    if (turns.isOver()) await turns.next()
    if (item !== NOTHING && items.push(item) > MAX_ITEMS) throw tooMany()
  }
  if (!items.length) throw unreadable('The file holds no item.')
  return items
}

/** Yielded by readers when they have no item yet, so that the caller can pause. */
const NOTHING = Symbol('nothing')

interface ItemFileOptions {
  input: z.ZodObject
  mapping: Mapping
  destination: Destination
}

type ItemReader = (bytes: Uint8Array, wanted: ItemFileOptions) => AsyncIterable<RawItem> | Iterable<RawItem>

const READERS: Record<TableFormat, ItemReader> = { csv: fromCsv, ndjson: fromLines, json: fromList }

function* fromList(bytes: Uint8Array, { mapping, destination }: ItemFileOptions): Generator<RawItem> {
  const { rename, end } = createRecordMapping(mapping, destination)
  let number = 0
  try {
    for (const text of cutList(bufferOf(bytes), NAMES)) yield asItem(parseListItem(text, ++number), rename)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw unreadable(`The list is not valid JSON: ${(cause as Error).message}`, cause)
  }
  end()
}

function parseListItem(text: string, number: number): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new AppError('invalid_input', `Item ${number} of the list is not valid JSON.`, {
      field: 'items',
      hint: 'Write each item as an object: quotes around names, no comma at the end.',
      cause,
    })
  }
}

function* fromLines(bytes: Uint8Array, { mapping, destination }: ItemFileOptions): Generator<RawItem> {
  const { rename, end } = createRecordMapping(mapping, destination)
  for (const text of cutLines(bufferOf(bytes), NAMES)) yield text ? fromLine(text, rename) : NOTHING
  end()
}

function fromLine(line: string, rename: RecordMapping['rename']): RawItem {
  try {
    return asItem(parseJson(line), rename)
  } catch (error) {
    if (error instanceof AppError) throw error
    return new AppError('invalid_input', 'This line is not valid JSON.', {
      hint: 'Write each item as an object on one line: quotes around names, no comma at the end.',
    })
  }
}

/** Returns an item for a record, which may contain the input fields directly. */
function asItem(value: unknown, rename: RecordMapping['rename']): RawItem {
  if (!isObject<Row>(value)) return value
  if (!isObject<Row>(value.input)) return named(rename(value))
  const renamed = rename(value.input)
  return renamed === value.input ? value : { ...value, ...named(renamed) }
}

function named({ [NAME_COLUMN]: custom_id, ...input }: Row): Row {
  return { ...(custom_id !== undefined && { custom_id }), input }
}

/** CSV options for a list of URLs, which may contain commas and quotes. */
const WHOLE_LINES = { delimiter: '\0', quote: null }

/**
 * Reads items from CSV. Each column is an input field or `custom_id`; an empty cell leaves its field out. A list of URLs
 * needs no header.
 */
async function* fromCsv(
  bytes: Uint8Array,
  { input, mapping, destination }: ItemFileOptions,
): AsyncGenerator<RawItem> {
  const coerce = createCoercion(input)
  const { bareField } = destination
  const isList = bareField !== undefined && isAddressList(bytes)
  let header: string[] = isList ? [bareField] : []
  let fields: (string | null)[] = header
  const rows = parseCsv<string[]>(bytes, NAMES, () => header, {
    trim: true,
    relax_column_count: true,
    ...(isList && WHOLE_LINES),
  })
  try {
    for await (const cells of rows) {
      if (header.length) {
        yield fromCells(cells, fields, coerce)
        continue
      }
      header = cells
      fields = mapHeader(cells, mapping, destination)
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw unreadable(`The table cannot be read: ${(cause as Error).message}`, cause)
  }
}

/**
 * Returns an item for the cells of a row, or an error if it has more cells than the header: an unquoted comma has shifted the
 * cells, and it is unknown which belongs where.
 */
function fromCells(
  cells: readonly string[],
  fields: readonly (string | null)[],
  coerce: ReturnType<typeof createCoercion>,
): RawItem {
  if (cells.some((cell, i) => i >= fields.length && cell !== ''))
    return new AppError('invalid_input', 'The row has more cells than the header: quote values with commas.')
  const known = fields.flatMap((field, i) => (field !== null && cells[i] ? [[field, cells[i]]] : []))
  return named(coerce(Object.fromEntries(known)))
}

const unreadable = (message: string, cause?: unknown) =>
  new AppError('invalid_input', message, {
    field: 'items',
    hint: 'Send CSV with a header, a JSON object a line, or a list of JSON, in UTF-8.',
    cause,
  })

const tooMany = () =>
  new AppError('invalid_input', `A batch has ${MAX_ITEMS_TEXT} items at most.`, {
    field: 'items',
    hint: 'Create several batches.',
  })
