import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { compilePattern } from '../../parsers/values/pattern.ts'
import { CONTENTS } from '../../reading/read-options.ts'
import { fetchOptions } from '../parsers/fetch.ts'
import { pageUrl } from './page-source.ts'

/** The input field for the part of a page to read. */
export const contentField = z
  .enum(CONTENTS)
  .describe('`main`: the text that the page is about, without menus, teasers and comments; `all`: all of it.')
  .meta({
    title: 'Content',
    'x-for-tools': '`main`: without menus, teasers and comments.',
    ...labelled<(typeof CONTENTS)[number]>({ main: 'Main text', all: 'All of the page' }),
  })

/** The input field for a pattern of link URLs. */
export const linksMatching = z
  .string()
  .min(1)
  .superRefine(checkPattern)
  .optional()
  .describe('Only links whose address matches this regular expression (RE2).')
  .meta({
    title: 'Pattern for links',
    'x-advanced': true,
    'x-for-tools': 'Only links whose address matches (RE2).',
  })

/** The input fields that select links of a page. */
export const linkChoice = {
  content: contentField.default('all'),
  links_matching: linksMatching,
  same_host: z
    .boolean()
    .default(false)
    .describe('Only links that lead to the host of the page.')
    .meta({ title: 'Same host only' }),
}

/** The input field for the links of a page or sitemap to fetch. */
export const linksFrom = z.strictObject({ url: pageUrl, ...linkChoice, fetch: fetchOptions })

export type LinksFrom = z.output<typeof linksFrom>

function checkPattern(pattern: string, context: z.RefinementCtx) {
  try {
    compilePattern(pattern)
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: '`links_matching` is not a valid regular expression.',
      params: { hint: (error as Error).message.slice(0, 200) },
    })
  }
}
