import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { call } from '../../../lib/service/client.ts'
import { trySchema } from '../api.ts'
import { type ItemScope, previewSchema, readPreview } from './preview.ts'

const CACHE_OPTIONS = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const

const nodeRef = (number: number) => ({ node: number })

/** Returns the input for a page: its HTML, and its address to resolve links. */
export const pageInput = ({ text, name }: OpenPage) => ({
  html: text,
  ...(/^https?:/.test(name) && { url: name }),
})

/** The chosen and excluded elements by number. The selector is suggested for the first chosen one. */
export interface ElementSelection {
  chosen: readonly number[]
  excluded: readonly number[]
  /** The selector of the items that the field belongs to. */
  within: string | null
}

export const pickedQuery = (page: OpenPage, { chosen, excluded, within }: ElementSelection) =>
  queryOptions({
    ...CACHE_OPTIONS,
    queryKey: ['picked', page.id, chosen, excluded, within],
    queryFn: ({ signal }) =>
      call('parser-selectors', pickInput(page, { chosen, excluded, within }), { signal }),
    placeholderData: keepPreviousData,
  })

export const pickInput = (page: OpenPage, { chosen, excluded, within }: ElementSelection) => ({
  ...pageInput(page),
  node: nodeRef(chosen[0]!),
  also: chosen.slice(1).map(nodeRef),
  not: excluded.map(nodeRef),
  ...(within !== null && { within }),
})

/** The result of a rule on the page before it becomes a field. */
export const previewQuery = (page: OpenPage, rule: Json, within: ItemScope) =>
  queryOptions({
    ...CACHE_OPTIONS,
    queryKey: ['preview', page.id, rule, within],
    queryFn: async ({ signal }) =>
      readPreview(await trySchema(JSON.stringify(previewSchema(rule, within)), page, signal), within),
    placeholderData: keepPreviousData,
  })
