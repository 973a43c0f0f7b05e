import { useNavigate, useSearchParams } from 'react-router'

/** Changes words in the address of the page; null takes a word away. */
export function useChangeAddress(): (words: Record<string, string | null>) => void {
  const navigate = useNavigate()
  return words => {
    // What was rendered is old by the time that an answer has come.
    const params = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(words))
      if (value === null) params.delete(name)
      else params.set(name, value)
    void navigate(`?${params}`, { replace: true })
  }
}

/** A word in the address of the page, such as what is opened there: it outlives a reload, and links can name it. */
export function useInAddress(name: string): [value: string | null, set: (value: string | null) => void] {
  const [params] = useSearchParams()
  const change = useChangeAddress()
  return [params.get(name), value => change({ [name]: value })]
}

/** The drawer of a page that is open, one of these; null for none. */
export function useDrawer<Name extends string>(
  names: readonly Name[],
): [drawer: Name | null, open: (name: Name | null) => void] {
  const [value, set] = useInAddress('drawer')
  return [names.find(name => name === value) ?? null, set]
}
