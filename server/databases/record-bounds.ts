import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { itemTooLarge, MAX_PART_BYTES } from '../base/text/json-limits.ts'

/** The limits for a file of rows or items, checked before a record is parsed. Sizes are in bytes. */
export const RECORD_BOUNDS = {
  columns: 200,
  cell: 1_048_576,
  record: MAX_PART_BYTES,
  depth: 100,
  records: 1_000_000,
}

/** How errors name the records of a file: `rows[3].price` of the part `file`. */
export interface RecordNames {
  file: string
  records: string
}

const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:')
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}')

/** Returns the position after a JSON string that begins at `start`. */
export function endOfString(bytes: Buffer, start: number, limit: number): number {
  let at = start + 1
  while (at < limit && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** A JSON record, as bytes of a file. */
interface JsonRecord {
  bytes: Buffer
  from: number
  to: number
  /** Its number in the file, from 0. */
  index: number
}

/**
 * Checks a JSON record against the limits in one pass over its bytes. Throws 400 that names the record, the field and the
 * bound.
 */
export function checkJsonRecord({ bytes, from, to, index }: JsonRecord, names: RecordNames): void {
  if (to - from > RECORD_BOUNDS.record) throw recordTooLarge(names, index)
  const field = { name: '', from, count: 0 }
  let depth = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const end = endOfString(bytes, at, to)
      if (depth === 1 && isName(bytes, end + 1, to))
        Object.assign(field, { name: nameIn(bytes, at, end), from: end })
      at = end
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > RECORD_BOUNDS.depth) throw tooDeep(names, index, field.name)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    else if (depth === 1 && byte === COMMA && ++field.count >= RECORD_BOUNDS.columns)
      throw tooManyFields(names, index)
    if (at - field.from > RECORD_BOUNDS.cell) throw cellTooLarge(names, index, field.name)
  }
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The maximum bytes of a value in JSON, without serializing it unless it is an object: a character takes six at most. */
const maxJsonBytes = (value: unknown): number =>
  typeof value === 'string' ? value.length * 6 + 2 : typeof value === 'object' ? jsonBytes(value) : 24

/**
 * Checks a parsed row against the same sizes, as it will be in JSON. Throws 400 that names the row, the field and the
 * bound.
 */
export function checkRow(row: Record<string, unknown>, index: number, names: RecordNames): void {
  const isLarge = (bytes: number) => bytes + COLON_AND_COMMA > RECORD_BOUNDS.cell
  let maxBytes = 2
  for (const [name, value] of Object.entries(row)) {
    const bytes = maxJsonBytes(value)
    if (isLarge(bytes) && isLarge(jsonBytes(value))) throw cellTooLarge(names, index, name)
    maxBytes += maxJsonBytes(name) + bytes + COLON_AND_COMMA
  }
  if (maxBytes > RECORD_BOUNDS.record && jsonBytes(row) > RECORD_BOUNDS.record)
    throw recordTooLarge(names, index)
}

/** The bytes around a value in a file count as part of it. */
const COLON_AND_COMMA = 2

/** Whether a string is the name of a field: a colon follows it. */
function isName(bytes: Buffer, after: number, to: number): boolean {
  let at = after
  while (at < to && bytes[at]! <= 32) at++
  return bytes[at] === COLON
}

const MAX_NAME_LENGTH = 64
const nameIn = (bytes: Buffer, start: number, end: number) =>
  bytes.toString('utf8', start + 1, Math.min(end, start + 1 + MAX_NAME_LENGTH))

const megabytes = (bytes: number) => `${bytes / 1_048_576} MB`

const fieldOf = ({ records }: RecordNames, index: number, name = '') =>
  `${records}[${index}]${name && `.${name}`}`

export const cellTooLarge = (names: RecordNames, index: number, name: string) =>
  new AppError('invalid_input', `A value is larger than ${megabytes(RECORD_BOUNDS.cell)}, the maximum.`, {
    field: fieldOf(names, index, name),
    hint: 'Shorten it, or keep it in a file of its own and its address here.',
  })

export const recordTooLarge = (names: RecordNames, index: number) => itemTooLarge(fieldOf(names, index))

const tooDeep = (names: RecordNames, index: number, name: string) =>
  new AppError('invalid_input', `It is nested more than ${RECORD_BOUNDS.depth} levels deep.`, {
    field: fieldOf(names, index, name),
    hint: 'Flatten it, or send it as a text.',
  })

const tooManyFields = (names: RecordNames, index: number) =>
  new AppError('invalid_input', `It has more than ${RECORD_BOUNDS.columns} fields, the maximum.`, {
    field: fieldOf(names, index),
    hint: 'Leave out fields that are not needed.',
  })

export const tooManyColumns = (names: RecordNames) =>
  new AppError('invalid_input', `The file has more than ${RECORD_BOUNDS.columns} columns, the maximum.`, {
    field: names.file,
    hint: 'Leave out columns that are not needed.',
  })

export const tooManyRecords = (names: RecordNames) =>
  new AppError(
    'invalid_input',
    `The file has more than ${groupDigits(RECORD_BOUNDS.records)} ${names.records}, the maximum.`,
    { field: names.file, hint: 'Split it into several files.' },
  )
