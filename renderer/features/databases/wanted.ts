import { useSearchParams } from 'react-router'

/** The filters of the grid, in the form that the operation that lists rows expects. */
export interface Wanted {
  /** Conditions such as `price[gte]`, with the value to compare to. */
  filter: Record<string, string>
  q?: string
  /** The name of a column; with a leading `-`, descending. */
  sort?: string
  removed?: 'with' | 'only'
}

const isCondition = (name: string) => name.endsWith(']')

function read(params: URLSearchParams): Wanted {
  const { q, sort, removed, ...rest } = Object.fromEntries(params)
  return {
    filter: Object.fromEntries(Object.entries(rest).filter(([name]) => isCondition(name))),
    ...(q && { q }),
    ...(sort && { sort }),
    ...((removed === 'with' || removed === 'only') && { removed }),
  }
}

/** Reads the filters from the page's address, in the form of a call, so that they survive a reload and can be bookmarked. */
export function useWanted() {
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
  const replace = ({ filter = {}, ...rest }: Partial<Wanted>) =>
    setParams({ ...filter, ...rest } as Record<string, string>, { replace: true })
  return { wanted: read(params), change, replace, clear: () => setParams({}, { replace: true }) }
}

/** Whether any filter is set. */
export const isNarrowed = ({ filter, q, removed }: Wanted) =>
  Boolean(q || removed === 'only' || Object.keys(filter).length)
