import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { FOREIGN_FORMATS, type ForeignFormat } from '../../parsers/import/formats.ts'
import { outputSchema } from '../../parsers/output-schema.ts'
import { defineOperation, ownerOf } from '../operation.ts'
import type { Services } from '../services.ts'
import { savedSchema } from './body.ts'

/** `POST /v1/parsers/import`: converts schemas of other tools. */
export function parserImportOperations({ extraction }: Services) {
  const exampleSource = {
    title: 'h1',
    price: { selector: '.price', output: '@content' },
    old: { selector: 'b', clean: false },
  }
  const exampleSchema = { fields: { title: 'h1', price: '.price@content', old: 'b' } }

  const importOperation = defineOperation({
    id: 'parser-import',
    group: 'parsers',
    summary: 'Turn a schema of another tool into a schema for a parser.',
    description:
      'Reads options of scrape-it, `extract_rules` as ScrapingBee and WebScrapingAPI have them, and CSS or XPath schemas of Crawl4AI; a JSON Schema becomes fields whose selectors you still choose. Nothing is saved. The answer lists what could not be converted. Free.',
    method: 'POST',
    path: '/v1/parsers/import',
    access: 'read',
    input: z.strictObject({
      source: z
        .unknown()
        .meta({ title: 'Imported schema', type: 'object' })
        .describe('The schema as the other tool has it, as JSON.'),
      format: z
        .enum(FOREIGN_FORMATS)
        .optional()
        .describe('Its format; recognized by its own keys where this is absent.')
        .meta({
          title: 'Format',
          ...labelled<ForeignFormat>({
            'scrape-it': 'scrape-it',
            extract_rules: 'ScrapingBee and WebScrapingAPI',
            crawl4ai: 'Crawl4AI',
            'json-schema': 'JSON Schema',
          }),
        }),
    }),
    output: z.object({
      format: z.enum(FOREIGN_FORMATS),
      schema: savedSchema,
      losses: z
        .array(
          z.object({ at: z.string().describe('Where in the source, or in the schema.'), reason: z.string() }),
        )
        .describe('What could not be converted.'),
      output_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the data.'),
    }),
    example: {
      input: { source: exampleSource },
      output: {
        format: 'extract_rules',
        schema: exampleSchema,
        losses: [
          {
            at: 'old.clean',
            reason: 'Texts are always trimmed, and runs of white space become one blank.',
          },
        ],
        output_schema: outputSchema(exampleSchema),
      },
    },
    answer: 'value',
    run: ({ source: written, format: named }, context) =>
      extraction.importSchema({ source: written, format: named, owner: ownerOf(context) }, context.signal),
  })
  return [importOperation] as const
}
