import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errorBodyOf } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { type Trial, trySchema } from '../api.ts'
import type { PageAtHand } from '../page/page-at-hand.ts'
import { type FieldStates, fieldStates } from '../schema-form/field-states.ts'
import { readJson } from '../schema-text.ts'

const QUICK_MS = 250
const LARGE_MS = 900
const LARGE_BYTES = 3_000_000

/** What the schema makes of the page at hand, a moment after each change. */
export interface LiveTrial {
  /** Of the last schema that could be read; undefined before the first. */
  trial: Trial | undefined
  error: unknown
  /** Another one is on its way. */
  working: boolean
  states: FieldStates
}

const checked = async (schema: string, signal: AbortSignal): Promise<Trial> => {
  const { problems } = await call('parser-validate', { schema: readJson(schema) }, { signal })
  return { problems, data: null, nulls: [], fields: {}, trace: [] }
}

/** Tries a schema, as text, on a page; without a page it is only checked. Nothing is fetched, nothing is spent. */
export function useTrial(schema: string, page: PageAtHand | null): LiveTrial {
  const wait = (page?.blob.size ?? 0) > LARGE_BYTES ? LARGE_MS : QUICK_MS
  const [settled] = useDebouncedValue(schema, wait)
  const query = useQuery({
    queryKey: ['trial', settled, page?.id],
    queryFn: ({ signal }) => (page ? trySchema(settled, page.blob, signal) : checked(settled, signal)),
    enabled: readJson(settled) !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    retry: false,
  })
  const { data, error } = query
  return {
    trial: error ? undefined : data,
    error,
    working: query.isFetching || settled !== schema,
    states: fieldStates(error ? undefined : data, error ? errorBodyOf(error) : undefined),
  }
}
