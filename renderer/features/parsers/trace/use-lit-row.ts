import { useEffect, useRef } from 'react'
import { useSpotlightContext } from './use-spotlight.ts'

/**
 * Connects a row of the form with the spotlight. The row highlights what its rule reads, and is itself highlighted and
 * scrolled into view when that is pointed at on the page.
 */
export function useLitRow(rule: string) {
  const { lit, light, focus } = useSpotlightContext()
  const line = useRef<HTMLLIElement>(null)
  const isLit = lit?.rule === rule
  const isPointedAt = isLit && lit.inPage === true
  useEffect(() => {
    if (isPointedAt) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isPointedAt])
  return { line, isLit, light, focus }
}
