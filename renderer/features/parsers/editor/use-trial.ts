import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OpenPage } from '../../../lib/open-page.ts'
import { readJson } from '../../../lib/read-json.ts'
import { errorBodyOf } from '../../../lib/service/call-error.ts'
import { call } from '../../../lib/service/client.ts'
import { type Trial, trySchema } from '../api.ts'
import { type FieldStates, fieldStates } from '../schema-form/field-states.ts'

const SMALL_PAGE_DELAY_MS = 250
const LARGE_PAGE_DELAY_MS = 900
const LARGE_PAGE_BYTES = 3_000_000

/** The result of the schema on the open page, updated shortly after each change. */
export interface LiveTrial {
  /** The trial of the last valid schema; undefined before the first trial. */
  trial: Trial | undefined
  error: unknown
  /** Whether another trial is running. */
  working: boolean
  states: FieldStates
}

const validateSchema = async (schema: string, signal: AbortSignal): Promise<Trial> => {
  const { problems } = await call('parser-validate', { schema: readJson(schema) }, { signal })
  return { problems, data: null, nulls: [], fields: {}, trace: [] }
}

/**
 * Tries the text of a schema on a page. Without a page, the schema is only validated. Nothing is fetched, and nothing is
 * charged.
 */
export function useTrial(schema: string, page: OpenPage | null): LiveTrial {
  const delayMs = (page?.blob.size ?? 0) > LARGE_PAGE_BYTES ? LARGE_PAGE_DELAY_MS : SMALL_PAGE_DELAY_MS
  const [debouncedSchema] = useDebouncedValue(schema, delayMs)
  const query = useQuery({
    queryKey: ['trial', debouncedSchema, page?.id],
    queryFn: ({ signal }) =>
      page ? trySchema(debouncedSchema, page, signal) : validateSchema(debouncedSchema, signal),
    enabled: readJson(debouncedSchema) !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    retry: false,
  })
  const { data, error } = query
  return {
    trial: error ? undefined : data,
    error,
    working: query.isFetching || debouncedSchema !== schema,
    states: fieldStates(error ? undefined : data, error ? errorBodyOf(error) : undefined),
  }
}
