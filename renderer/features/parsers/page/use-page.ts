import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  isMarkup,
  type OpenPage,
  pageOfFile,
  pageOfOpened,
  pageOfSite,
  pageOfText,
  readStoredPage,
  storePage,
} from '../../../lib/open-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { call } from '../../../lib/service/client.ts'
import type { Draft } from '../draft.ts'

/** The open page, and the functions that open another page. */
export interface PageState {
  page: OpenPage | null
  /** False until the stored page has been loaded. */
  known: boolean
  fetching: boolean
  error: unknown
  fetch: (url: string) => void
  cancel: () => void
  open: (file: File) => void
  paste: (html: string) => void
}

/** The open page of a parser: the last one, or `first`. */
export function usePage(slot: string, draft: Draft, parserId: string | null, first?: OpenPage): PageState {
  const account = useAccount()
  const [page, setPage] = useState<OpenPage | null>()
  const [stop, setStop] = useState<AbortController>()
  useEffect(() => {
    let gone = false
    const take = (kept: OpenPage | null) => {
      if (!gone) setPage(before => before ?? kept ?? first ?? null)
    }
    readStoredPage(account, slot).then(take, () => take(null))
    return () => {
      gone = true
    }
  }, [account, slot, first])

  const take = (next: OpenPage) => {
    setPage(next)
    fetched.reset()
    opened.reset()
    // If the browser has no room for the page, it is not restored after a reload.
    storePage(account, slot, next).catch(() => {})
  }
  const fetched = useMutation({
    mutationFn({ url, signal }: { url: string; signal: AbortSignal }) {
      const secrets = parserId === null ? {} : { account, parser_id: parserId }
      return call('page-fetch', { url, fetch: draft.fetch, ...secrets }, { signal })
    },
    onSuccess: ({ url, ...page }) => take(pageOfSite(url, page, draft.fetch?.session)),
  })
  const opened = useMutation({
    async mutationFn(file: File) {
      if (await isMarkup(file)) return pageOfFile(file)
      const { url, ...page } = await call('page-open', { html: file })
      return pageOfOpened(url ?? file.name, page)
    },
    onSuccess: take,
  })

  return {
    page: page ?? null,
    known: page !== undefined,
    fetching: fetched.isPending,
    error: opened.error ?? (stop?.signal.aborted ? null : fetched.error),
    fetch(url) {
      const controller = new AbortController()
      setStop(controller)
      opened.reset()
      fetched.mutate({ url, signal: controller.signal })
    },
    cancel: () => stop?.abort(),
    open: file => opened.mutate(file),
    paste: html => take(pageOfText('Pasted page', html)),
  }
}
