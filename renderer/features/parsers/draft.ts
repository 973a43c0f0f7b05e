import { MASK } from '../../../server/base/mask.ts'
import { FETCH_DEFAULTS } from '../../../server/operations/parsers/fetch-defaults.ts'
import type { Json } from '../../../server/parsers/parser-schema.ts'
import { readDraft, writeDraft } from '../../lib/drafts/drafts.ts'
import type { Parser, ParserBody, ParserVersion, SampleParser } from './api.ts'
import { formatSchema, schemaOf } from './schema-text.ts'

/** A parser while it is edited. Its schema is a text, which may be invalid. */
export interface ParserDraft extends Omit<Required<Pick<Parser, keyof ParserBody>>, 'schema'> {
  /** The version that it is based on; 0 for a new parser. */
  base: number
  schema: string
}

/** The schema of a new parser, with an example of a field. */
export const EMPTY_SCHEMA = '{\n  "fields": {\n    "title": "h1"\n  }\n}\n'

/** Creates the draft of a new parser. */
export const newDraft = (): ParserDraft => ({
  base: 0,
  name: '',
  description: '',
  status: 'active',
  schema: EMPTY_SCHEMA,
  fetch: FETCH_DEFAULTS,
  match: { url_patterns: [] },
  test_urls: [],
})

/** Converts a saved version to a draft. */
export const draftOf = (saved: Parser | ParserVersion): ParserDraft => ({
  base: saved.version,
  name: saved.name,
  description: saved.description,
  status: saved.status,
  schema: formatSchema(saved.schema as unknown as Json),
  fetch: saved.fetch,
  match: saved.match,
  test_urls: saved.test_urls,
})

/** Creates the draft of a new parser as a copy of another, without its masked secrets. */
export function draftOfCopy(saved: Parser): ParserDraft {
  const { headers, proxy } = saved.fetch
  const unmaskedHeaders = Object.entries(headers).filter(([, value]) => value !== MASK)
  return {
    ...draftOf(saved),
    base: 0,
    name: `${saved.name} (copy)`,
    fetch: {
      ...saved.fetch,
      headers: Object.fromEntries(unmaskedHeaders),
      proxy: proxy?.includes(MASK) ? null : proxy,
    },
  }
}

export const draftOfSample = ({ name, description, schema }: SampleParser): ParserDraft => ({
  ...newDraft(),
  name,
  description,
  schema: formatSchema(schema as unknown as Json),
})

/** Returns the body to send. An invalid schema is sent as it is: the service reports its problems. */
export function bodyOf({ base: _, schema, ...rest }: ParserDraft): ParserBody {
  return { ...rest, schema: schemaOf(schema) }
}

/** Converts a draft to text, to compare drafts regardless of whitespace in the schema. */
export const textOf = (draft: ParserDraft): string => {
  const { schema, ...rest } = bodyOf(draft)
  return formatSchema({ ...rest, schema } as unknown as Json)
}

/** Returns the stored draft of a parser, or null. The id of a parser that is not saved yet is `new`. */
export function loadDraft(account: string, id: string): ParserDraft | null {
  const draft = readDraft<ParserDraft>(account, id)
  if (!draft) return null
  const empty = newDraft()
  return { ...empty, ...draft, fetch: { ...empty.fetch, ...draft.fetch } }
}

/** Stores a draft; null removes it. */
export const storeDraft = (account: string, id: string, draft: ParserDraft | null): void =>
  writeDraft(account, id, draft)
