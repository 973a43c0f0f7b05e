import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenAnswer } from './open-answer.ts'
import type { VirtualRowsHandle } from './virtual-rows.tsx'

/** The open rows of an answer's tree, the active row, and the search. */
export function useTree(answer: OpenAnswer) {
  const rows = useRef<VirtualRowsHandle>(null)
  const [{ count, version }, setRowState] = useState({ count: 0, version: 0 })
  const [active, setActive] = useState(0)
  const [found, setFound] = useState({ total: 0, at: 0 })

  const refresh = useCallback(async () => {
    const newCount = await answer.ask('rowCount')
    setRowState(before => ({ count: newCount, version: before.version + 1 }))
    return newCount
  }, [answer])
  useEffect(() => void refresh(), [refresh])

  /** Also runs after a new `version`: a row can be scrolled to only once it is rendered. */
  useEffect(() => rows.current?.scrollTo(active), [active, version])

  const change = async (ask: () => Promise<unknown>) => {
    await ask()
    await refresh()
  }
  const goTo = async (at: number, total: number) => {
    setFound({ total, at })
    if (!total) return
    const row = await answer.ask('reveal', at)
    await refresh()
    setActive(row)
  }

  return {
    rows,
    count,
    version,
    active,
    activate: setActive,
    found,
    toggle: (index: number) => change(() => answer.ask('toggle', index)),
    openAll: () => change(() => answer.ask('openAll')),
    closeAll: () => change(() => answer.ask('closeAll')).then(() => setActive(0)),
    toParent: async () => {
      const parent = await answer.ask('parentOf', active)
      if (parent >= 0) setActive(parent)
    },
    find: async (words: string) => goTo(0, await answer.ask('find', words)),
    /** Moves forwards or backwards by a number of matches, wrapping around. */
    step: (by: number) => goTo((found.at + by + found.total) % found.total, found.total),
  }
}

export type TreeState = ReturnType<typeof useTree>
