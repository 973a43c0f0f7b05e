import { useSearchParams } from 'react-router'

/** The filters of the grid, in the form that the operation that lists rows expects. */
export interface RowFilterValues {
  /** Conditions such as `price[gte]`, with the value to compare to. */
  filter: Record<string, string>
  q?: string
  /** The name of a column; with a leading `-`, descending. */
  sort?: string
  removed?: 'with' | 'only'
}

const isCondition = (name: string) => name.endsWith(']')

function readFilters(params: URLSearchParams): RowFilterValues {
  const { q, sort, removed, ...rest } = Object.fromEntries(params)
  return {
    filter: Object.fromEntries(Object.entries(rest).filter(([name]) => isCondition(name))),
    ...(q && { q }),
    ...(sort && { sort }),
    ...((removed === 'with' || removed === 'only') && { removed }),
  }
}

/** Reads the filters from the page's address, in the form of a call, so that they survive a reload and can be bookmarked. */
export function useRowFilters() {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | undefined>) =>
    setParams(
      before => {
        for (const [name, value] of Object.entries(changes))
          if (value) before.set(name, value)
          else before.delete(name)
        return new URLSearchParams(before)
      },
      { replace: true },
    )
  const replace = ({ filter = {}, ...rest }: Partial<RowFilterValues>) =>
    setParams({ ...filter, ...rest } as Record<string, string>, { replace: true })
  return { wanted: readFilters(params), change, replace, clear: () => setParams({}, { replace: true }) }
}

/** Whether any filter is set. */
export const hasFilters = ({ filter, q, removed }: RowFilterValues) =>
  Boolean(q || removed === 'only' || Object.keys(filter).length)
