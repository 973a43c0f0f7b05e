import { useQuery } from '@tanstack/react-query'
import { operationsQuery } from '../../lib/machine.ts'

const PAGE_FIELDS = ['url']

/** The fields that an item may have: those of the API, or the address of a page for a parser. */
export function useItemFields(target: string): string[] {
  const { data } = useQuery(operationsQuery)
  const api = data?.data.find(({ id }) => id === target)
  const { properties } = (api?.input ?? {}) as { properties?: Record<string, unknown> }
  return properties ? Object.keys(properties) : PAGE_FIELDS
}
