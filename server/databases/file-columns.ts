import { type AppError, invalidInput } from '../base/errors.ts'
import type { RecordNames } from './record-bounds.ts'

/**
 * What columns of a file become: the name of a field, or null for a column that is left out. A column that is absent keeps
 * its name.
 */
export type Mapping = ReadonlyMap<string, string | null>

/** What the records of a file are used for: the fields that its columns may become, and how errors name both. */
export interface Destination {
  fields: readonly string[]
  /** What the fields are, such as `fields of the input`. */
  kind: string
  names: RecordNames
  /** The field for a file without a header, with one address per line. */
  bareField?: string | undefined
}

const MAX_ADDRESS_LENGTH = 8_192
const BARE_ADDRESS = /^\ufeff?\s*https?:\/\/[^\s,"]+\s*$/i

/** Whether a file has no header: its first line is only an address. */
export function isAddressList(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, MAX_ADDRESS_LENGTH)).toString().trimStart()
  return BARE_ADDRESS.test(start.split(/[\r\n]/, 1)[0]!)
}

/** Throws 400 for a mapping to an unknown field, or of two columns to the same field. */
export function checkMapping(mapping: Mapping, { fields, kind }: Destination): void {
  const columnOf = new Map<string, string>()
  for (const [column, field] of mapping) {
    if (field === null) continue
    const path = `mapping.${column}`
    if (!fields.includes(field))
      throw invalidInput(path, `\`${field}\` is not one of the ${kind}.`, `There are: ${fields.join(', ')}.`)
    const other = columnOf.get(field)
    if (other !== undefined)
      throw invalidInput(
        path,
        `\`${other}\` is mapped to \`${field}\` too.`,
        `Map one of them to null, which leaves it out.`,
      )
    columnOf.set(field, column)
  }
}

/**
 * Returns the field for each column of a header, null for columns that are left out. Throws 400 that names all columns
 * without a field.
 */
export function mapHeader(
  header: readonly string[],
  mapping: Mapping,
  destination: Destination,
): (string | null)[] {
  const { fields, names } = destination
  const columns = header.map(name => name.trim())
  const absent = [...mapping.keys()].find(column => !columns.includes(column))
  if (absent !== undefined)
    throw invalidInput(
      `mapping.${absent}`,
      `The file has no column \`${absent}\`.`,
      `Columns of the file: ${columns.join(', ')}.`,
    )
  const mapped = columns.map(column => (mapping.has(column) ? mapping.get(column)! : column))
  const unknown = columns.filter((_, i) => mapped[i] !== null && !fields.includes(mapped[i]!))
  if (unknown.length) throw unknownColumns(unknown, destination)
  const duplicate = mapped.find((field, i) => field !== null && mapped.indexOf(field) < i)
  if (duplicate !== undefined)
    throw invalidInput(
      names.file,
      `The file has two columns for \`${duplicate}\`.`,
      'Remove or rename one of them.',
    )
  return mapped
}

/** Renames the fields of JSON records, one record at a time. */
export interface RecordMapping {
  /**
   * Returns the record with its fields renamed, without those that are left out. Throws 400 if two fields get the same
   * name.
   */
  rename(record: Record<string, unknown>): Record<string, unknown>
  /** Throws 400 for a field of the mapping that no record has. */
  end(): void
}

export function createRecordMapping(mapping: Mapping, { names }: Pick<Destination, 'names'>): RecordMapping {
  const unmatched = new Set(mapping.keys())
  let isEmpty = true

  const rename: RecordMapping['rename'] = record => {
    isEmpty = false
    if (!mapping.size) return record
    const fields = new Map<string, [name: string, value: unknown]>()
    for (const [name, value] of Object.entries(record)) {
      unmatched.delete(name)
      const field = mapping.has(name) ? mapping.get(name)! : name
      if (field === null) continue
      if (fields.has(field)) throw twoFields(names, field, [fields.get(field)![0], name])
      fields.set(field, [name, value])
    }
    return Object.fromEntries([...fields].map(([field, [, value]]) => [field, value]))
  }

  return {
    rename,
    end() {
      const [absent] = unmatched
      if (absent === undefined || isEmpty) return
      const hint = 'Correct its name, or leave it out of the mapping.'
      throw invalidInput(`mapping.${absent}`, `The file has no field \`${absent}\`.`, hint)
    },
  }
}

const twoFields = ({ file }: RecordNames, field: string, sources: string[]) =>
  invalidInput(
    file,
    `The file has two fields for \`${field}\`: ${sources.map(name => `\`${name.slice(0, MAX_NAME_LENGTH)}\``).join(' and ')}.`,
    'Map one of them to null, which leaves it out.',
  )

const MAX_NAMED_COLUMNS = 5
const MAX_NAME_LENGTH = 100

const ADDRESS = /^"?https?:\/\//i

function unknownColumns(columns: string[], destination: Destination): AppError {
  const { fields, kind, names, bareField } = destination
  if (bareField && ADDRESS.test(columns[0]!)) return noHeader(names, bareField)
  const shown = columns.slice(0, MAX_NAMED_COLUMNS).map(name => name.slice(0, MAX_NAME_LENGTH))
  const rest = columns.length > MAX_NAMED_COLUMNS ? ` and ${columns.length - MAX_NAMED_COLUMNS} more` : ''
  const example = JSON.stringify({ [shown[0]!]: null })
  return invalidInput(
    names.file,
    `The file has columns that are not among the ${kind}: ${shown.map(name => `\`${name}\``).join(', ')}${rest}.`,
    `There are: ${fields.join(', ')}. The first line names the columns; \`mapping\` renames them or, as ${example}, leaves one out.`,
  )
}

/** A comma in an address may be part of it, or may begin the next cell of a table without a header. */
const noHeader = ({ file }: RecordNames, bareField: string) =>
  invalidInput(
    file,
    'The first line of the file is an address with a comma, not the names of columns.',
    `For a list of addresses, begin with the line \`${bareField}\` and put each address in quotes; for a table, begin with the names of its columns.`,
  )
