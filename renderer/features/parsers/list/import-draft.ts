import { isObject } from '../../../../server/base/is-object.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { call, type OutputOf } from '../../../lib/service/client.ts'
import type { Parser, ParserBody } from '../api.ts'
import { type Draft, draftOfCopy, newDraft } from '../draft.ts'
import { formatSchema, readJson } from '../schema-text.ts'

/** An imported parser, and the parts that could not be converted. */
export interface Imported {
  draft: Draft
  /** The format of the source. */
  format: string
  losses: OutputOf<'parser-import'>['losses']
}

/** The maximum size of an imported file. */
export const MAX_IMPORT_BYTES = 1_048_576

/** Reads an exported parser, a bare schema, or the schema of another tool. Throws an error with the reason if it cannot. */
export async function importDraft(text: string): Promise<Imported> {
  const written = readJson(text)
  if (written === undefined) throw new Error('This is not valid JSON. Quote all names and remove functions.')
  return ownDraft(written) ?? foreignDraft(written)
}

/** Returns the known fields of a file. They are validated when the parser is saved. */
function ownDraft(written: Json): Imported | null {
  if (!isObject<JsonObject>(written)) return null
  const file = isObject<JsonObject>(written.schema) ? written : { schema: written }
  if (!isObject<JsonObject>(file.schema) || !isObject<JsonObject>(file.schema.fields)) return null
  const empty = newDraft()
  const known = Object.keys(empty).filter(name => name !== 'base' && Object.hasOwn(file, name))
  const taken = Object.fromEntries(known.map(name => [name, (file as JsonObject)[name]]))
  const draft = { ...empty, ...taken, schema: formatSchema(file.schema) } as Draft
  return { draft: { ...draft, fetch: { ...empty.fetch, ...draft.fetch } }, format: 'Winnow', losses: [] }
}

async function foreignDraft(source: Json): Promise<Imported> {
  const { schema, format, losses } = await call('parser-import', { source })
  return { draft: { ...newDraft(), schema: formatSchema(schema as unknown as Json) }, format, losses }
}

/** Converts a parser to an export file, without its masked secrets. */
export function fileOfParser(parser: Parser): ParserBody {
  const { base: _, ...document } = draftOfCopy(parser)
  return { ...document, name: parser.name, schema: parser.schema }
}
