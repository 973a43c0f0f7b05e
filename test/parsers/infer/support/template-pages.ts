import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json } from '../../../../server/parsers/parser-schema.ts'

/** A real page, and the right values for it. */
export interface TemplatePage {
  html: string
  url: string
  values: Record<string, Json>
}

/** The pages of a site that share one template. */
export interface TemplateSite {
  name: string
  pages: TemplatePage[]
}

const folder = resolve(
  process.env.WINNOW_TEMPLATE_PAGES ?? join(import.meta.dirname, '../../../../../shared/template-pages'),
)

/** The sites with their pages sorted by name, or the reason why they are missing. */
export function templateSites(): TemplateSite[] | string {
  const file = join(folder, 'expected.json')
  if (!existsSync(file)) return `there is no ${file}; WINNOW_TEMPLATE_PAGES names another folder`
  const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, PagesOfSite>
  return Object.entries(expected)
    .filter(([name]) => existsSync(join(folder, name)))
    .map(([name, pages]) => ({ name, pages: pagesOf(name, pages) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

type PagesOfSite = Record<string, Record<string, Json>>

function pagesOf(site: string, expected: PagesOfSite): TemplatePage[] {
  const files = readdirSync(join(folder, site)).filter(name => name.endsWith('.html.gz'))
  return files.sort().flatMap(name => {
    const values = expected[name.replace('.html.gz', '')]
    if (!values) return []
    const html = gunzipSync(readFileSync(join(folder, site, name))).toString('utf8')
    return [{ html, url: String(values.canonical_url ?? `https://${site}/`), values }]
  })
}
