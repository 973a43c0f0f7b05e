import { useEffect, useRef } from 'react'
import { useSpotlightHere } from './use-spotlight.ts'

/** A row of the form that highlights what its rule reads, and that is highlighted and scrolled into view with it. */
export function useLitRow(rule: string) {
  const { lit, light, focus } = useSpotlightHere()
  const line = useRef<HTMLLIElement>(null)
  const isLit = lit?.rule === rule
  const isPointedAt = isLit && lit.inPage === true
  useEffect(() => {
    if (isPointedAt) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isPointedAt])
  return { line, isLit, light, focus }
}
