import { queryOptions } from '@tanstack/react-query'
import { type OpenPage, pageOfText } from '../../../lib/open-page.ts'
import { call } from '../../../lib/service/client.ts'

/** The query for the last page that a parser read, or its first saved page; null if it has neither. */
export const lastPageQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['parsers', account, id, 'last-page'],
    queryFn: async ({ signal }) => (await pageOfLastJob(id, signal)) ?? pageOfFixture(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

async function pageOfLastJob(id: string, signal: AbortSignal): Promise<OpenPage | null> {
  const { data } = await call('job-list', { parser_id: id, state: 'completed', limit: 1 }, { signal })
  const [last] = data
  if (!last) return null
  const { has_page, type } = await call('job-get', { id: last.id }, { signal })
  if (!has_page) return null
  const [{ html, url }, { fetch }] = await Promise.all([
    call('job-page', { id: last.id }, { signal }),
    call('parser-get', { id }, { signal }),
  ])
  const page = pageOfText(url ?? 'Page of the last job', html)
  return { ...page, isFetched: type === 'scrape', session: fetch.session }
}

async function pageOfFixture(id: string, signal: AbortSignal): Promise<OpenPage | null> {
  const [first] = (await call('fixture-list', { id }, { signal })).data
  if (!first) return null
  const { html, url } = await call('fixture-page', { id, fixture_id: first.id }, { signal })
  return pageOfText(url ?? first.name, html)
}
