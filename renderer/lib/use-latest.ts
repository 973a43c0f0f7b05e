import { type RefObject, useEffect, useRef } from 'react'

/** What a value is once a call that was begun with an earlier one has ended. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
