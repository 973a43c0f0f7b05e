import { useNavigate, useSearchParams } from 'react-router'

/** Returns a function that changes query parameters of the page's address; null removes a parameter. */
export function useSetAddressParameters(): (parameters: Record<string, string | null>) => void {
  const navigate = useNavigate()
  return parameters => {
    // Reads `location`, not the rendered parameters: these may be outdated by the time that a call has ended.
    const params = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(parameters))
      if (value === null) params.delete(name)
      else params.set(name, value)
    void navigate(`?${params}`, { replace: true })
  }
}

/**
 * A query parameter of the page's address as state, such as the record that is open. It outlives a reload, and links can
 * set it.
 */
export function useAddressParameter(
  name: string,
): [value: string | null, set: (value: string | null) => void] {
  const [params] = useSearchParams()
  const change = useSetAddressParameters()
  return [params.get(name), value => change({ [name]: value })]
}

/** The open drawer of a page, by name; null if none is open. */
export function useDrawer<Name extends string>(
  names: readonly Name[],
): [drawer: Name | null, open: (name: Name | null) => void] {
  const [value, set] = useAddressParameter('drawer')
  return [names.find(name => name === value) ?? null, set]
}
