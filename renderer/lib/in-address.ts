import { useSearchParams } from 'react-router'

/** A word in the address of the page, such as what is opened there: it outlives a reload, and links can name it. */
export function useInAddress(name: string): [value: string | null, set: (value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string | null) =>
    setParams(
      before => {
        if (value === null) before.delete(name)
        else before.set(name, value)
        return new URLSearchParams(before)
      },
      { replace: true },
    )
  return [params.get(name), set]
}

/** The drawer of a page that is open, one of these; null for none. */
export function useDrawer<Name extends string>(
  names: readonly Name[],
): [drawer: Name | null, open: (name: Name | null) => void] {
  const [value, set] = useInAddress('drawer')
  return [names.find(name => name === value) ?? null, set]
}
