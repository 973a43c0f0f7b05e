import type { FileColumn } from './read-columns.ts'

const ADDRESS = /^https?:\/\/\S+$/i

/** The letters and digits of a name: `Custom ID`, `custom-id` and `custom_id` are the same. */
const bareName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const holdsAddresses = ({ examples }: FileColumn) =>
  examples.length > 0 && examples.every(text => ADDRESS.test(text))

/**
 * Proposes a field for each column of a file: the field of the same name, then one whose name differs only in case and
 * punctuation, then `url` for the first column of addresses. Null for all others, which a person has to decide.
 */
export function proposeMapping(
  columns: readonly FileColumn[],
  fields: readonly string[],
): Map<string, string | null> {
  const mapping = new Map<string, string | null>(columns.map(({ name }) => [name, null]))
  const free = new Set(fields)
  const assign = (fits: (column: FileColumn, field: string) => boolean) => {
    for (const field of [...free]) {
      const column = columns.find(one => mapping.get(one.name) === null && fits(one, field))
      if (!column) continue
      mapping.set(column.name, field)
      free.delete(field)
    }
  }
  assign(({ name }, field) => name === field)
  assign(({ name }, field) => bareName(name) === bareName(field))
  assign((column, field) => field === 'url' && holdsAddresses(column))
  return mapping
}
