import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf, type OpenPage } from '../../lib/open-page.ts'
import { useAccount } from '../../lib/service/account.ts'
import { allPages } from '../../lib/service/all-pages.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { namedNotice, useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'

export type Parser = OutputOf<'parser-get'>
export type ParserBody = InputOf<'parser-create'>
export type ParserVersion = OutputOf<'parser-versions'>['data'][number]
/** The result of a schema on a page. */
export type Trial = OutputOf<'schema-try'>
export type SampleParser = OutputOf<'sample-parsers'>['data'][number]

/** All parsers of the account, newest first, fetched page by page. */
export const parsersQuery = (account: string) =>
  queryOptions({
    queryKey: ['parsers', account, 'all'],
    queryFn: ({ signal }): Promise<Parser[]> =>
      allPages(place => call('parser-list', { limit: 100, ...place }, { signal })),
  })

export const parserQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['parsers', account, id],
    queryFn: ({ signal }) => call('parser-get', { id }, { signal }),
  })

export const versionsQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['parsers', account, id, 'versions'],
    queryFn: ({ signal }) => allPages(place => call('parser-versions', { id, ...place }, { signal })),
  })

export const samplesQuery = queryOptions({
  queryKey: ['sample-parsers'],
  queryFn: async ({ signal }) => (await call('sample-parsers', {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Tries a schema on a page. The schema does not have to be saved. */
export const trySchema = async (schema: string, page: OpenPage, signal: AbortSignal) => {
  const json = new Blob([schema], { type: 'application/json' })
  const url = addressOf(page)
  return call('schema-try', { schema: json, html: page.blob, ...(url && { url }) }, { signal })
}

/** Mutations that change parsers. Each invalidates the queries that it makes stale. */
export function useParserActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const stale = () => queries.invalidateQueries({ queryKey: ['parsers', account] })

  const save = useMutation({
    mutationFn: ({ id, base, body }: { id: string | null; base: number; body: ParserBody }) =>
      id === null
        ? call('parser-create', body)
        : call('parser-replace', { id, ...body }, { headers: { 'if-match': `"${base}"` } }),
    // The cause may be a newer version, so the parser is fetched again.
    onError: stale,
    onSuccess(saved) {
      queries.setQueryData(parserQuery(account, saved.id).queryKey, saved)
      void stale()
    },
  })
  const restoreVersion = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      call('parser-version-restore', { id, version }),
    onSuccess(saved) {
      queries.setQueryData(parserQuery(account, saved.id).queryKey, saved)
      void stale()
    },
  })
  const remove = useUndoableDeletion({
    of: ['parsers', account],
    remove: ({ id }: Parser) => call('parser-delete', { id }),
    restore: ({ id }) => call('parser-restore', { id }),
    notice: namedNotice,
  })
  return { save, restoreVersion, remove }
}
