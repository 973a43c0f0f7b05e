import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ParsedPage } from '../../../lib/parsed-page.ts'
import {
  call,
  type InputOf,
  type OutputOf,
  resultOf,
  send,
  type TextAnswer,
} from '../../../lib/service/client.ts'

export type Matches = OutputOf<'page-matches'>

/** The query for the APIs and parsers that match an address. */
export const matchesQuery = (account: string, url: string) =>
  queryOptions({
    queryKey: ['page-matches', account, url],
    queryFn: ({ signal }) => call('page-matches', { url }, { signal }),
  })

/** What extracts data from the page: an API, or a parser with the options for its data. */
export type PageExtractor =
  | { api: Matches['apis'][number] }
  | { parser: Omit<InputOf<'page-parse'>, 'html' | 'url' | 'charset'> }

/** The result of a page; `parsed` is null for an API, which returns only data. */
export interface PageExtraction {
  data: Record<string, unknown>
  parsed: ParsedPage | null
  credits: number
}

/** A mutation that extracts data from a page with the chosen API or parser. */
export const usePageExtraction = (page: Blob) =>
  useMutation({ mutationFn: (extractor: PageExtractor) => extractPage(page, extractor) })

async function extractPage(page: Blob, extractor: PageExtractor): Promise<PageExtraction> {
  if ('api' in extractor) {
    const { id, input } = extractor.api
    const answer = await send(`extract-${id}`, { ...input, page })
    return { data: resultOf(answer), parsed: null, credits: creditsOf(answer) }
  }
  const answer = await send('page-parse', { ...extractor.parser, html: page })
  const parsed = resultOf<ParsedPage>(answer)
  return { data: parsed.data, parsed, credits: creditsOf(answer) }
}

const creditsOf = ({ headers }: TextAnswer) => Number(headers.get('x-credits-used') ?? 0)
