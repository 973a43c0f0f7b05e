import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAccount } from '../lib/service/account.ts'
import { call } from '../lib/service/client.ts'

/** A page to show. */
export interface PageSource {
  /** Unique for each page. */
  id: string
  blob: Blob
  /** Its address, if known. */
  address: string | undefined
  /** The session that it was fetched with. */
  session?: string | null | undefined
}

/** Which style sheets, pictures and fonts of a page are shown: none, those that were fetched before, or all. */
export type PageLook = 'plain' | 'kept' | 'fetched'

const lookQuery = (account: string, { id, blob, address, session }: PageSource, look: PageLook) =>
  queryOptions({
    queryKey: ['shown-page', id, look],
    queryFn: ({ signal }) =>
      call(
        'page-show',
        {
          html: blob,
          look,
          ...(address !== undefined && { url: address }),
          ...(session && { session, account }),
        },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

/**
 * Loads a page for display, with a number on each element: first without styling, then with its style sheets, pictures and
 * fonts.
 */
export function usePageLook(page: PageSource, look: PageLook) {
  const account = useAccount()
  const plain = useQuery(lookQuery(account, page, 'plain'))
  const styled = useQuery({ ...lookQuery(account, page, look), enabled: look !== 'plain' })
  return {
    shown: look === 'plain' ? plain.data : (styled.data ?? plain.data),
    error: plain.error,
    retry: () => void plain.refetch(),
    about: { look, isFetching: styled.isFetching, missing: styled.data?.missing ?? 0 },
  }
}

/** The state of a page's styling: what is fetched, and how much is missing. */
export type LookStatus = ReturnType<typeof usePageLook>['about']
