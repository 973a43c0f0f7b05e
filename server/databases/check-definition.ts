import { invalidInput } from '../base/errors.ts'
import type { DatabaseDocument } from '../store/databases/databases.ts'

/** The maximum number of columns of a database. */
export const MAX_COLUMNS = 200

/** Throws 400 for a definition whose parts contradict each other. */
export function checkDefinition(document: DatabaseDocument): void {
  const { columns, primary_key, write_mode, on_missing } = document
  const names = columns.map(({ name }) => name)
  if (names.length > MAX_COLUMNS)
    throw invalidInput(
      'columns',
      `A database has at most ${MAX_COLUMNS} columns.`,
      'Leave some out, or collect into another database.',
    )
  names.forEach((name, i) => {
    if (names.indexOf(name) < i)
      throw invalidInput(
        `columns[${i}].name`,
        `There are two columns \`${name}\`.`,
        'Give one of them another name.',
      )
  })
  primary_key.forEach((name, i) => {
    const field = `primary_key[${i}]`
    const column = columns.find(other => other.name === name)
    if (!column) throw invalidInput(field, `There is no column \`${name}\`.`, `Columns: ${names.join(', ')}.`)
    if (column.type === 'json')
      throw invalidInput(
        field,
        `\`${name}\` holds JSON, which cannot be a key.`,
        'Use a column of text or numbers.',
      )
    if (primary_key.indexOf(name) < i)
      throw invalidInput(field, `\`${name}\` is in the key twice.`, 'Name each column once.')
  })
  if (write_mode !== 'append' && !primary_key.length)
    throw invalidInput(
      'primary_key',
      `The mode \`${write_mode}\` needs a primary key.`,
      'Name the columns that tell rows apart.',
    )
  if (write_mode === 'replace' && on_missing === 'keep')
    throw invalidInput(
      'on_missing',
      'A database that is replaced keeps nothing that is missing.',
      'Use `mark_removed` or `delete`; or write_mode `upsert`, which keeps.',
    )
}
