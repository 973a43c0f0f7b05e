import { useEffect, useRef } from 'react'
import { useSpotlightHere } from './use-spotlight.ts'

/** A row of the form that lights up what its rule reads, and is lit and brought into view by it. */
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
