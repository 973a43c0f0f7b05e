import { type RefObject, useEffect, useRef } from 'react'

/** A ref to the current value of a prop or state, for callbacks of calls that were started with an earlier value. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
