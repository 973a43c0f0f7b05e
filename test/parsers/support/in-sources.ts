import type { Json, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { readPage } from './read-page.ts'

/** The places of a text in a page, each with a rule that reads it there. */
const SOURCES = {
  text: { css: 'p' },
  attribute: { css: 'i@title' },
  meta: { meta: 'x' },
  jsonld: { jsonld: 'Thing', path: 'name' },
  script: { script: 'STATE', path: 'x' },
} satisfies Record<string, RuleObject>

const inMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The value that a rule reads of a text in each place of a page, and the reasons of the nulls. */
export function readInSources(text: string, rule: RuleObject, at?: number) {
  const page = `<meta name="x" content="${inMarkup(text)}"><p>${inMarkup(text)}</p><i title="${inMarkup(text)}"></i>
    <script type="application/ld+json">${JSON.stringify({ '@type': 'Thing', name: text })}</script>
    <script>window.STATE = ${JSON.stringify({ x: text })}</script>`
  const fields = Object.fromEntries(
    Object.entries(SOURCES).map(([name, source]) => [name, { ...source, ...rule }]),
  )
  const { data, nulls } = readPage(fields, page, { ...(at !== undefined && { at }) })
  const values = data as Record<keyof typeof SOURCES, Json>
  return { values, reasons: nulls.map(({ reason }) => reason) }
}
