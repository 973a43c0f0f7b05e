import { z } from 'zod'
import type { Mapping } from '../databases/file-columns.ts'
import type { FileColumn } from '../databases/read-columns.ts'

/** A reason for leaving out records of a file, as a preview shows it. */
export const causeShape = z.object({
  error: z.string(),
  field: z.string().optional(),
  count: z.int().describe('Records that it leaves out.'),
  first: z.array(z.int()).describe('The indexes of the first of them.'),
})

/** A column of a file, as a preview shows it. */
export const fileColumnShape = z.object({
  name: z.string(),
  field: z.string().nullable().describe('What it becomes; null where it is left out.'),
  examples: z.array(z.string()).describe('Its first values.'),
})

/** Returns the columns of a file with the fields that they are mapped to. */
export const mappedColumns = (
  columns: readonly FileColumn[],
  mapping: Mapping,
): z.input<typeof fileColumnShape>[] =>
  columns.map(({ name, examples }) => ({
    name,
    field: mapping.has(name) ? mapping.get(name)! : name,
    examples,
  }))
