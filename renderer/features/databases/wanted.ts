import { useSearchParams } from 'react-router'

/** The rows that the grid shows, in the words of the operation that lists them. */
export interface Wanted {
  /** `price[gte]` and what it compares with. */
  filter: Record<string, string>
  q?: string
  /** A column; with `-` before it, falling. */
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

/** What is wanted stands in the address, as it would in a call: it outlives a reload and can be kept as a link. */
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
  return { wanted: read(params), change, clear: () => setParams({}, { replace: true }) }
}

/** Whether anything is left out. */
export const isNarrowed = ({ filter, q, removed }: Wanted) =>
  Boolean(q || removed === 'only' || Object.keys(filter).length)
