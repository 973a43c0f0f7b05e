import { importSchema } from '../parsers/import/import-schema.ts'
import { outputSchema } from '../parsers/output-schema.ts'
import type { ImportedSchema, ImportTask } from './tasks.ts'

/** Converts a schema of another tool. */
export function convertSchema({ source, format }: Pick<ImportTask, 'source' | 'format'>): ImportedSchema {
  const imported = importSchema(source, format)
  return { ...imported, output_schema: outputSchema(imported.schema) }
}
