import { z } from 'zod'
import { fetchOptions } from '../operations/parsers/fetch.ts'
import { DEFAULT_FOLLOWED, DEFAULT_PAGES } from '../parsers/paging/pages-at-most.ts'
import { KEY_GUIDE } from '../parsers/schema/key-guide.ts'
import { KEYS, ROOT_KEYS, SOURCES, TYPES } from '../parsers/schema/keys.ts'
import { ARGUMENT_TRANSFORMS, PLAIN_TRANSFORMS } from '../parsers/values/transforms.ts'
import { fieldsOf, type JsonSchema } from './json-schema.ts'

const isSource = (key: string) => (SOURCES as readonly string[]).includes(key)

const guided = (keys: readonly string[]) =>
  keys.flatMap(key => (KEY_GUIDE[key] ? [`- \`${key}\`: ${KEY_GUIDE[key].hint}`] : [])).join('\n')

const words = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ')

const fetchSettings = () =>
  fieldsOf(z.toJSONSchema(fetchOptions, { io: 'input' }) as JsonSchema)
    .map(({ path, description }) => `- \`${path}\`: ${description}`)
    .join('\n')

/** A schema with the rules that most pages need. */
const EXAMPLE = {
  fields: {
    title: 'h1',
    image: 'img.main@src',
    price: { css: '.price', type: 'price' },
    sku: { jsonld: 'Product', path: 'sku' },
    weight: { xpath: "//dt[.='Weight']/following-sibling::dd[1]" },
    reviews: {
      css: '.review',
      all: true,
      fields: { by: '.author', stars: { css: '.stars@data-value', type: 'number' }, text: 'p' },
    },
  },
}

/** Returns the parser language on one page, for readers who write a schema without the guide. */
export function parserLanguage(): string {
  return [
    '# The parser language',
    'A schema names fields; each is a rule: one source that finds something, and keys that say how to read it. A text is short for `{"css": …}`; `@name` at its end reads an attribute, `""` is the current element. What a page lacks is null, with a reason.',
    `\`\`\`json\n${JSON.stringify(EXAMPLE, null, 2)}\n\`\`\``,
    'Name elements by what they are (`.price`, `[itemprop=sku]`, labels), not by their position. Data in the page (`jsonld`, `script`, `meta`) changes less often than its layout.',
    '## Sources',
    guided(SOURCES),
    '## Keys beside them',
    guided(KEYS.filter(key => !isSource(key))),
    '## Types',
    `${words(TYPES)}. \`price\` is \`{amount, currency}\`, \`url\` is absolute, \`count\` reads \`1.2K\`, \`date\` is \`2026-01-31\`.`,
    '## Transforms',
    `Plain: ${words(Object.keys(PLAIN_TRANSFORMS))}.`,
    `With an argument, as in \`{"split": ","}\`, \`{"replace": ["a", "b"]}\`, \`{"map": {"in stock": true, "*": false}}\`: ${words(Object.keys(ARGUMENT_TRANSFORMS))}.`,
    '## How pages are fetched',
    'The settings of `fetch`, beside the schema:',
    fetchSettings(),
    '## Keys of the schema itself',
    `${words(ROOT_KEYS)}. \`paginate\` reads further pages: \`{"next": "a.next@href", "limit": 5}\`.`,
    `Without a \`limit\`, ${DEFAULT_PAGES} pages of a list are read, and ${DEFAULT_FOLLOWED} of those behind links. Each page costs as much as a scrape. The notice \`pages_cut\` says that there are more, \`pages_missing\` that some could not be fetched, \`pages_not_followed\` that the page was uploaded and read alone.`,
  ].join('\n\n')
}
