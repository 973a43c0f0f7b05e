import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { type Context, ownerOf } from '../operations/operation.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import type { Extraction } from '../threads/extraction.ts'

/** A fictional page in the form in which a user would have saved it. */
interface SamplePage {
  /** File name. */
  name: string
  content_type: string
  text: string
}

/** A parser with a page to try it on. */
interface ParserSample {
  name: string
  description: string
  schema: ParserSchema
  page: SamplePage
}

const TYPES = { html: 'text/html', json: 'application/json' }
const PARSERS = new URL('../parsers/samples/', import.meta.url)
const PAGES = new URL('../reading/samples/', import.meta.url)

const folderOf = ({ platform }: Prebuilt) => new URL(`../prebuilt/${platform.name}/samples/`, import.meta.url)

/** Returns the names of the sample files of an API: its id with an extension. Empty if it has none. */
export const sampleNames = (api: Prebuilt): string[] =>
  Object.keys(TYPES)
    .map(type => `${api.id}.${type}`)
    .filter(name => existsSync(new URL(name, folderOf(api))))

/** Returns the pages on which an API can be tried offline; together they are one example. */
export const samplePages = (api: Prebuilt): Promise<SamplePage[]> =>
  Promise.all(sampleNames(api).map(name => readPage(folderOf(api), name)))

/** Returns what an API extracts from its sample pages. */
export async function extractSample(
  { extraction }: { extraction: Pick<Extraction, 'extract'> },
  api: Prebuilt,
  pages: SamplePage[],
  context: Context,
): Promise<unknown> {
  const sent = pages.map(({ text, content_type }) => ({
    // In a buffer of its own, because it is transferred to a thread.
    bytes: new TextEncoder().encode(text),
    contentType: content_type,
  }))
  const task = { apiId: api.id, pages: sent, asked: api.example.input, owner: ownerOf(context) }
  const { value } = await extraction.extract(task, context.signal)
  return value
}

/** Returns the bundled parsers: each is a JSON file next to a page of the same name. */
export async function parserSamples(): Promise<ParserSample[]> {
  const names = (await readdir(PARSERS)).filter(name => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async name => ({
      ...JSON.parse(await readFile(new URL(name, PARSERS), 'utf8')),
      page: await readPage(PARSERS, name.replace(/json$/, 'html')),
    })),
  )
}

/** Returns a page with a main text, headings, links and a table. */
export const readablePage = (): Promise<SamplePage> => readPage(PAGES, 'tea.html')

async function readPage(folder: URL, name: string): Promise<SamplePage> {
  const type = name.split('.').at(-1) as keyof typeof TYPES
  return { name, content_type: TYPES[type], text: await readFile(new URL(name, folder), 'utf8') }
}
