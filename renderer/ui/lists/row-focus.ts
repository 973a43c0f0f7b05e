import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The index of the row that each key moves to. */
const STEPS: Record<string, (at: number, page: number, last: number) => number> = {
  ArrowDown: at => at + 1,
  ArrowUp: at => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, last) => last,
}

const ROW_PX = 36

/**
 * Gives all rows of a table a single Tab stop, which the arrow keys, Page Up and Down, Home and End move. If the focused
 * row is deleted, the row that takes its place gets the focus.
 */
export function useRowFocus(
  container: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
) {
  const [tabStop, setTabStop] = useState(0)
  const isMoving = useRef(false)
  const focusedRow = useRef<Element | null>(null)
  const active = Math.min(tabStop, Math.max(0, count - 1))
  useEffect(() => {
    const isLost = focusedRow.current?.isConnected === false && document.activeElement === document.body
    if (!isMoving.current && !isLost) return
    const row = container.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)
    row?.focus({ preventScroll: true })
    isMoving.current &&= !row
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const isRow = (event.target as HTMLElement).dataset.row !== undefined
    const step = isRow && STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const page = Math.max(1, Math.floor((container.current?.clientHeight ?? 0) / ROW_PX) - 2)
    const next = Math.min(count - 1, Math.max(0, step(active, page, count - 1)))
    isMoving.current = true
    scrollTo(next)
    setTabStop(next)
  }
  const onFocus = ({ target }: FocusEvent) => {
    focusedRow.current = target.closest('[data-row]')
  }
  const onBlur = () => {
    focusedRow.current = null
  }
  return { active, onKeyDown, onFocus, onBlur, onFocusRow: setTabStop }
}
