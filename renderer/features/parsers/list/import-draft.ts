import { isObject } from '../../../../server/base/is-object.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { readJson } from '../../../lib/read-json.ts'
import { call, type OutputOf } from '../../../lib/service/client.ts'
import type { Parser, ParserBody } from '../api.ts'
import { draftOfCopy, newDraft, type ParserDraft } from '../draft.ts'
import { formatSchema } from '../schema-text.ts'

/** An imported parser, and the parts that could not be converted. */
export interface ImportedParser {
  draft: ParserDraft
  /** The format of the source. */
  format: string
  losses: OutputOf<'parser-import'>['losses']
}

/** The maximum size of an imported file. */
export const MAX_IMPORT_BYTES = 1_048_576

/** Reads an exported parser, a bare schema, or the schema of another tool. Throws an error with the reason if it cannot. */
export async function importDraft(text: string): Promise<ImportedParser> {
  const json = readJson(text)
  if (json === undefined) throw new Error('This is not valid JSON. Quote all names and remove functions.')
  return nativeDraft(json) ?? foreignDraft(json)
}

/** Returns the known fields of a file. They are validated when the parser is saved. */
function nativeDraft(json: Json): ImportedParser | null {
  if (!isObject<JsonObject>(json)) return null
  const file = isObject<JsonObject>(json.schema) ? json : { schema: json }
  if (!isObject<JsonObject>(file.schema) || !isObject<JsonObject>(file.schema.fields)) return null
  const empty = newDraft()
  const names = Object.keys(empty).filter(name => name !== 'base' && Object.hasOwn(file, name))
  const fields = Object.fromEntries(names.map(name => [name, (file as JsonObject)[name]]))
  const draft = { ...empty, ...fields, schema: formatSchema(file.schema) } as ParserDraft
  return { draft: { ...draft, fetch: { ...empty.fetch, ...draft.fetch } }, format: 'Winnow', losses: [] }
}

async function foreignDraft(source: Json): Promise<ImportedParser> {
  const { schema, format, losses } = await call('parser-import', { source })
  return { draft: { ...newDraft(), schema: formatSchema(schema as unknown as Json) }, format, losses }
}

/** Converts a parser to an export file, without its masked secrets. */
export function fileOfParser(parser: Parser): ParserBody {
  const { base: _, ...copy } = draftOfCopy(parser)
  return { ...copy, name: parser.name, schema: parser.schema }
}
