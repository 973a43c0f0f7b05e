import { createLoader } from '../../base/loader.ts'
import type { SchemaProblem } from '../../parsers/check-schema.ts'

/** Loaded with the first schema: the checks compile selectors, patterns and transforms, so they need the whole language. */
const checks = createLoader(() => import('../../parsers/check-schema.ts'))

/** Returns the problems of a schema; an empty list if it is valid. Other work goes on between the rules of a large one. */
export const problemsOf = async (schema: unknown): Promise<SchemaProblem[]> =>
  (await checks.load()).checkSchemaInTurns(schema)
