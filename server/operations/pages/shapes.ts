import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { schemaNames } from '../../base/fields/schema-names.ts'
import { FORMATS, LINKS } from '../../reading/read-options.ts'
import { contentField, linksMatching } from './link-choice.ts'
import { checkPage, pageFields } from './page-source.ts'

const MAX_TOKENS = 200_000
const MAX_FIND_LENGTH = 200

/** The input of `page-read`. */
export const readInput = z
  .strictObject({
    ...pageFields,
    content: contentField.default('main'),
    format: z
      .enum(FORMATS)
      .default('markdown')
      .describe('The format of the text, and the field that contains it.')
      .meta({
        title: 'Format',
        'x-for-tools': 'How the text is written.',
        ...labelled<(typeof FORMATS)[number]>({ markdown: 'Markdown', text: 'Plain text', html: 'HTML' }),
      }),
    max_tokens: z
      .int()
      .min(1)
      .max(MAX_TOKENS)
      .default(8_000)
      .describe('About how many tokens the text may have. It ends after a whole block.')
      .meta({ title: 'Tokens at most', 'x-for-tools': 'About how long the text may be.' }),
    from: z
      .int()
      .min(0)
      .default(0)
      .describe('The block to start at: `next` of the answer before, or `from` of a heading in `outline`.')
      .meta({
        title: 'Start at block',
        'x-for-tools': '`next` of the answer before, or `from` of a heading.',
      }),
    find: z
      .string()
      .trim()
      .min(1)
      .max(MAX_FIND_LENGTH)
      .optional()
      .describe('Only the sections that have all these words, each with the headings above it.')
      .meta({ title: 'Sections with the words', 'x-for-tools': 'Only sections with all these words.' }),
    links: z
      .enum(LINKS)
      .default('none')
      .describe('Which links to list: none, those of the main text, or those of the whole page.')
      .meta({
        title: 'Links',
        'x-for-tools': 'Which links to list.',
        ...labelled<(typeof LINKS)[number]>({
          none: 'None',
          main: 'Those of the main text',
          all: 'Those of all the page',
        }),
      }),
    links_matching: linksMatching,
  })
  .superRefine(checkPage)

const written = (what: string) =>
  z.string().nullable().describe(`${what}; null unless \`format\` asks for it.`)
const said = (what: string) =>
  z.string().nullable().describe(`${what}, as the page says; null where it does not.`)

/** The output of `page-read`. */
export const readOutput = z
  .object({
    url: z.string().nullable().describe('The address that was asked for.'),
    final_url: z.string().nullable().describe('The address after redirects.'),
    title: said('Its title'),
    description: said('Its description'),
    author: said('Who wrote it'),
    site: said('The site that it is of'),
    published_at: said('When it was published, as a day or a moment of ISO 8601'),
    language: said('Its language, as a code such as `en`'),
    image: said('Address of its picture'),
    markdown: written('The text as CommonMark with the tables of GitHub'),
    text: written('The words of the text'),
    html: written('The text as HTML'),
    outline: z
      .array(
        z.object({
          level: z.int().describe('From 1 to 6.'),
          text: z.string(),
          from: z.int().describe('The number of its block.'),
        }),
      )
      .describe('The headings of all the text, 500 at most.'),
    links: z
      .array(z.object({ url: z.string(), text: z.string() }))
      .describe('Links, each address once, 1,000 at most.'),
    tables: z
      .array(
        z.object({
          caption: z.string().nullable(),
          columns: z.array(z.string()),
          rows: z.array(z.array(z.string().nullable())).describe('A cell for each column.'),
        }),
      )
      .describe('Tables of the text as data, 50 at most.'),
    tokens: z.int().describe('Tokens of the text in this answer, about.'),
    next: z.int().nullable().describe('The block to read on from; null: the text ends here.'),
    empty_reason: z
      .string()
      .nullable()
      .describe('Why nothing of the text fits `find` and `from`, which is free; null where there is text.'),
  })
  .register(schemaNames, { id: 'PageText' })

/** The example answer of the docs. */
export const exampleAnswer: z.input<typeof readOutput> = {
  url: 'https://news.example/tea',
  final_url: 'https://news.example/tea',
  title: 'How tea is made',
  description: 'From the leaf to the cup.',
  author: 'Ada Example',
  site: 'Example News',
  published_at: '2026-03-02',
  language: 'en',
  image: null,
  markdown: 'Tea starts as a leaf.\n\n## Drying\n\nThe leaves are dried in the sun.',
  text: null,
  html: null,
  outline: [{ level: 2, text: 'Drying', from: 1 }],
  links: [],
  tables: [],
  tokens: 16,
  next: null,
  empty_reason: null,
}
