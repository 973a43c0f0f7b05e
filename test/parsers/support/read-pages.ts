import assert from 'node:assert/strict'
import { z } from 'zod'
import { AppError } from '../../../server/base/errors.ts'
import { compileParser, defaultEngineOf } from '../../../server/parsers/compile/compile-parser.ts'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { FurtherPage } from '../../../server/parsers/paging/further-page.ts'
import { gatherPages, type PagedResult } from '../../../server/parsers/paging/gather-pages.ts'
import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

export const SITE = 'https://shop.example'

/**
 * Reads the first of several pages, given by path, and the further pages that it leads to. Asserts that the data fits
 * the output schema. `asked` has the paths in the order of the requests.
 */
export async function readPages(
  schema: ParserSchema,
  site: Record<string, string>,
  start = Object.keys(site)[0]!,
): Promise<PagedResult & { asked: string[] }> {
  const asked: string[] = []
  const get = async ({ url, detail, from }: FurtherPage) => {
    const path = url.slice(SITE.length)
    asked.push(path)
    const text = site[path]
    if (text === undefined) throw new AppError('upstream_404', `There is no page ${path}.`)
    return runParser(
      compileParser(schema, defaultEngineOf(text)),
      { text, url },
      { trace: true, detail, from },
    )
  }
  const first = await get({ url: SITE + start })
  const gathered = await gatherPages(schema, first, SITE + start, get)
  const outputType = z.fromJSONSchema(outputSchema(schema) as Parameters<typeof z.fromJSONSchema>[0])
  const { error } = outputType.safeParse(gathered.result.data)
  assert.equal(error, undefined, `The data does not fit its output schema: ${error}`)
  return { ...gathered, asked }
}
