import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../../../lib/account.ts'
import { call } from '../../../lib/client.ts'
import type { Draft } from '../draft.ts'
import { keepPage, keptPage, type PageAtHand, pageOfFile, pageOfText } from './page-at-hand.ts'

/** The page at hand and the ways to another one. */
export interface PageInHand {
  page: PageAtHand | null
  /** Undefined until it is known whether there is one. */
  known: boolean
  fetching: boolean
  error: unknown
  fetch: (url: string) => void
  cancel: () => void
  open: (file: File) => Promise<void>
  paste: (html: string) => void
}

/** The page of a parser: the one that was looked at last, or `first`. */
export function usePage(slot: string, draft: Draft, parserId: string | null, first?: PageAtHand): PageInHand {
  const account = useAccount()
  const [page, setPage] = useState<PageAtHand | null>()
  const [stop, setStop] = useState<AbortController>()
  useEffect(() => {
    let gone = false
    const take = (kept: PageAtHand | null) => {
      if (!gone) setPage(before => before ?? kept ?? first ?? null)
    }
    keptPage(account, slot).then(take, () => take(null))
    return () => {
      gone = true
    }
  }, [account, slot, first])

  const take = (next: PageAtHand) => {
    setPage(next)
    fetched.reset()
    // Without room for it, the page is simply not there after a reload.
    keepPage(account, slot, next).catch(() => {})
  }
  const fetched = useMutation({
    mutationFn({ url, signal }: { url: string; signal: AbortSignal }) {
      const secrets = parserId === null ? {} : { account, parser_id: parserId }
      return call('page-fetch', { url, fetch: draft.fetch, ...secrets }, { signal })
    },
    onSuccess: ({ url, html }) => take(pageOfText(url, html)),
  })

  return {
    page: page ?? null,
    known: page !== undefined,
    fetching: fetched.isPending,
    error: stop?.signal.aborted ? null : fetched.error,
    fetch(url) {
      const controller = new AbortController()
      setStop(controller)
      fetched.mutate({ url, signal: controller.signal })
    },
    cancel: () => stop?.abort(),
    open: async file => take(await pageOfFile(file)),
    paste: html => take(pageOfText('Pasted page', html)),
  }
}
