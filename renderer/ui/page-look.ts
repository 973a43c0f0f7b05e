import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAccount } from '../lib/service/account.ts'
import { call } from '../lib/service/client.ts'

/** A page to be shown. */
export interface PageToShow {
  /** Unique for each page. */
  id: string
  blob: Blob
  /** Its address, where it is known. */
  address: string | undefined
  /** The session that it was fetched with. */
  session?: string | null | undefined
}

/** Style sheets, pictures and fonts of a page: none, those that were fetched before, or all. */
export type Look = 'plain' | 'kept' | 'fetched'

const lookQuery = (account: string, { id, blob, address, session }: PageToShow, look: Look) =>
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

/** A page for display, with a number on each element: plain at first, then with what it needs for its looks. */
export function usePageLook(page: PageToShow, look: Look) {
  const account = useAccount()
  const plain = useQuery(lookQuery(account, page, 'plain'))
  const whole = useQuery({ ...lookQuery(account, page, look), enabled: look !== 'plain' })
  return {
    shown: look === 'plain' ? plain.data : (whole.data ?? plain.data),
    error: plain.error,
    retry: () => void plain.refetch(),
    about: { look, isFetching: whole.isFetching, missing: whole.data?.missing ?? 0 },
  }
}

/** What is known of the looks of a page. */
export type AboutLook = ReturnType<typeof usePageLook>['about']
