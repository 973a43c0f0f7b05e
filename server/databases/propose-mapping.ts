import type { FileColumn } from './read-columns.ts'

const PAGE = /^https?:\/\/\S+$/i

/** Letters and digits of a name: `Custom ID`, `custom-id` and `custom_id` are the same. */
const bareName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const isAddresses = ({ examples }: FileColumn) =>
  examples.length > 0 && examples.every(text => PAGE.test(text))

/**
 * What the columns of a file would become: the field of the same name, then of a name that differs in case and signs alone,
 * then `url` for the first that holds addresses. Null for the others: what they are is for a person to say.
 */
export function proposeMapping(
  columns: readonly FileColumn[],
  fields: readonly string[],
): Map<string, string | null> {
  const mapping = new Map<string, string | null>(columns.map(({ name }) => [name, null]))
  const free = new Set(fields)
  const take = (fits: (column: FileColumn, field: string) => boolean) => {
    for (const field of [...free]) {
      const column = columns.find(one => mapping.get(one.name) === null && fits(one, field))
      if (!column) continue
      mapping.set(column.name, field)
      free.delete(field)
    }
  }
  take(({ name }, field) => name === field)
  take(({ name }, field) => bareName(name) === bareName(field))
  take((column, field) => field === 'url' && isAddresses(column))
  return mapping
}
