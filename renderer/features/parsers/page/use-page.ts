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
import type { ParserDraft } from '../draft.ts'

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
export function usePage(
  slot: string,
  draft: ParserDraft,
  parserId: string | null,
  first?: OpenPage,
): PageState {
  const account = useAccount()
  const [page, setPage] = useState<OpenPage | null>()
  const [fetchController, setFetchController] = useState<AbortController>()
  useEffect(() => {
    let isUnmounted = false
    const restore = (storedPage: OpenPage | null) => {
      if (!isUnmounted) setPage(before => before ?? storedPage ?? first ?? null)
    }
    readStoredPage(account, slot).then(restore, () => restore(null))
    return () => {
      isUnmounted = true
    }
  }, [account, slot, first])

  const openPage = (next: OpenPage) => {
    setPage(next)
    fetchMutation.reset()
    openMutation.reset()
    // If the browser has no room for the page, it is not restored after a reload.
    storePage(account, slot, next).catch(() => {})
  }
  const fetchMutation = useMutation({
    mutationFn({ url, signal }: { url: string; signal: AbortSignal }) {
      const secrets = parserId === null ? {} : { account, parser_id: parserId }
      return call('page-fetch', { url, fetch: draft.fetch, ...secrets }, { signal })
    },
    onSuccess: ({ url, ...page }) => openPage(pageOfSite(url, page, draft.fetch?.session)),
  })
  const openMutation = useMutation({
    async mutationFn(file: File) {
      if (await isMarkup(file)) return pageOfFile(file)
      const { url, ...page } = await call('page-open', { html: file })
      return pageOfOpened(url ?? file.name, page)
    },
    onSuccess: openPage,
  })

  return {
    page: page ?? null,
    known: page !== undefined,
    fetching: fetchMutation.isPending,
    error: openMutation.error ?? (fetchController?.signal.aborted ? null : fetchMutation.error),
    fetch(url) {
      const controller = new AbortController()
      setFetchController(controller)
      openMutation.reset()
      fetchMutation.mutate({ url, signal: controller.signal })
    },
    cancel: () => fetchController?.abort(),
    open: file => openMutation.mutate(file),
    paste: html => openPage(pageOfText('Pasted page', html)),
  }
}
