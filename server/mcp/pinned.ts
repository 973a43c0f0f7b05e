import type { JsonSchema } from '../docs/json-schema.ts'
import type { Operation } from '../operations/operation.ts'
import { outputSchema } from '../parsers/output-schema.ts'
import type { ParserRecord } from '../store/parsers/parsers.ts'
import { createTool, type Tool } from './tool.ts'

/** Longest name of a tool. */
const MAX_NAME = 40

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** `scrape_product_page`; with the end of its id where several parsers have the name. */
function nameOf({ id, name }: ParserRecord, taken: ReadonlySet<string>): string {
  const end = `_${id.slice(-6).toLowerCase()}`
  const text = `scrape_${slug(name) || 'page'}`.slice(0, MAX_NAME)
  return taken.has(text) ? text.slice(0, MAX_NAME - end.length) + end : text
}

/** Parsers as tools of their own: the fetch of a page through each, with the schema of its data. */
export function pinnedTools(scrape: Operation, parsers: readonly ParserRecord[]): Tool[] {
  const taken = new Set<string>()
  return parsers.map(parser => {
    const name = nameOf(parser, taken)
    taken.add(name)
    return createTool({
      operation: scrape,
      face: { ...scrape.faces!.tool!, name },
      summary: `Fetch a page and read it with the parser “${parser.name}”.`,
      description: parser.description,
      output: outputSchema(parser.schema) as JsonSchema,
      fixed: { parserId: parser.id },
    })
  })
}
