import { useQuery } from '@tanstack/react-query'
import { operationsQuery } from '../../lib/machine.ts'

const PAGE_FIELDS = ['url']

/** The fields that an item may have: those of the API, or the address of a page for a parser. */
export function useItemFields(api: string | undefined): string[] {
  const { data } = useQuery(operationsQuery)
  const operation = data?.data.find(({ id }) => id === api)
  const { properties } = (operation?.input ?? {}) as { properties?: Record<string, unknown> }
  return properties ? Object.keys(properties) : PAGE_FIELDS
}
