import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Returns a function that changes query parameters of the page's address; null removes a parameter. */
export function useSetAddressParameters(): (parameters: Record<string, string | null>) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return parameters => {
    // Reads `location`, not the rendered parameters: these may be outdated by the time that a call has ended.
    const params = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(parameters))
      if (value === null) params.delete(name)
      else params.set(name, value)
    // At once: in a transition, a form that opens would take the focus only after the next keys are pressed.
    void navigate(`?${params}`, { replace: true, state, flushSync: true })
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

/** Whether the step back that closes a drawer is under way. A second one would leave the page. */
let isGoingBack = false

/** Returns a function that closes the drawer that a parameter names, and changes other parameters in the same step. */
export function useCloseDrawer(name = 'drawer'): (parameters?: Record<string, string>) => void {
  const change = useSetAddressParameters()
  const navigate = useNavigate()
  const { state } = useLocation()
  return (parameters = {}) => {
    const isOpen = new URLSearchParams(location.search).has(name)
    // A drawer that a link or a reload has opened may have no entry of its page before it.
    if (!isOpen || state?.drawer !== name) return change({ ...parameters, [name]: null })
    if (isGoingBack) return
    isGoingBack = true
    const finish = () => {
      isGoingBack = false
      const params = new URLSearchParams({
        ...Object.fromEntries(new URLSearchParams(location.search)),
        ...parameters,
      })
      if (Object.keys(parameters).length) void navigate(`?${params}`, { replace: true })
    }
    addEventListener('popstate', finish, { once: true })
    void navigate(-1)
  }
}

/**
 * A query parameter of the page's address that names what a drawer shows. Opening the drawer is a step of the browser's
 * history, so that Back closes it.
 */
export function useDrawerParameter(
  name: string,
): [value: string | null, open: (value: string | null) => void] {
  const [value, change] = useAddressParameter(name)
  const navigate = useNavigate()
  const close = useCloseDrawer(name)
  const open = (next: string) => {
    const params = new URLSearchParams(location.search)
    params.set(name, next)
    void navigate(`?${params}`, { state: { drawer: name } })
  }
  const set = (next: string | null) => {
    const isOpen = new URLSearchParams(location.search).has(name)
    if (next === null) return isOpen && close()
    return isOpen ? change(next) : open(next)
  }
  return [value, set]
}

/** The open drawer of a page, by name; null if none is open. */
export function useDrawer<Name extends string>(
  names: readonly Name[],
): [drawer: Name | null, open: (name: Name | null) => void] {
  const [value, set] = useDrawerParameter('drawer')
  return [names.find(name => name === value) ?? null, set]
}
