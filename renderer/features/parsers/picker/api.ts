import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { call } from '../../../lib/client.ts'
import { trySchema } from '../api.ts'
import type { PageAtHand } from '../page/page-at-hand.ts'
import { previewSchema, readPreview } from './preview.ts'

const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const

const node = (number: number) => ({ node: number })

/** What the service reads: the page, and where its links lead. */
export const pagePart = ({ text, name }: PageAtHand) => ({
  html: text,
  ...(/^https?:/.test(name) && { url: name }),
})

/** Elements by their numbers: the first is what the selector is for. */
export interface PickQuestion {
  chosen: readonly number[]
  excluded: readonly number[]
  /** Selector of the items that the field is a part of. */
  within: string | null
}

export const pickedQuery = (page: PageAtHand, { chosen, excluded, within }: PickQuestion) =>
  queryOptions({
    ...FOREVER,
    queryKey: ['picked', page.id, chosen, excluded, within],
    queryFn: ({ signal }) =>
      call('parser-selectors', pickInput(page, { chosen, excluded, within }), { signal }),
    placeholderData: keepPreviousData,
  })

export const pickInput = (page: PageAtHand, { chosen, excluded, within }: PickQuestion) => ({
  ...pagePart(page),
  node: node(chosen[0]!),
  also: chosen.slice(1).map(node),
  not: excluded.map(node),
  ...(within !== null && { within }),
})

/** What a rule that is no field yet gives on the page. */
export const previewQuery = (page: PageAtHand, rule: Json, within: string | null) =>
  queryOptions({
    ...FOREVER,
    queryKey: ['preview', page.id, rule, within],
    queryFn: async ({ signal }) =>
      readPreview(await trySchema(JSON.stringify(previewSchema(rule, within)), page.blob, signal), within),
    placeholderData: keepPreviousData,
  })
