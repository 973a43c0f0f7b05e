import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { counted } from '../counted.ts'

/** The rows that are chosen in a table, by id. */
export interface Selection {
  ids: readonly string[]
  has(id: string): boolean
  /** Chooses a row or not; with `range`, all from the last one that was chosen. */
  toggle(id: string, range: boolean): void
  /** Chooses all of these, or none where all are chosen. */
  toggleAll(ids: readonly string[]): void
  stateOf(ids: readonly string[]): { checked: boolean; indeterminate: boolean }
  clear(): void
}

/** Rows that are chosen; `order` are the ids of those that are shown. What is shown no longer is not chosen either. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(null)
  const ids = order.filter(id => chosen.has(id))
  const set = (wanted: readonly string[], isOn: boolean) => {
    const next = new Set(ids)
    for (const id of wanted) isOn ? next.add(id) : next.delete(id)
    setChosen(next)
  }
  return {
    ids,
    has: id => chosen.has(id),
    toggle(id, range) {
      const from = range && anchor.current ? order.indexOf(anchor.current) : -1
      const to = order.indexOf(id)
      anchor.current = id
      set(from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1), !chosen.has(id))
    },
    toggleAll: all => set(all, !all.every(id => chosen.has(id))),
    stateOf(all) {
      const count = all.filter(id => chosen.has(id)).length
      return { checked: count > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
    },
    clear: () => setChosen(new Set()),
  }
}

/** What can be done with the rows that are chosen; hidden while none is. */
export const SelectionBar = ({
  selection,
  what,
  children,
}: {
  selection: Selection
  /** What the rows are: `job`. */
  what: string
  children: ReactNode
}) =>
  selection.ids.length > 0 && (
    <Group gap={8} role="toolbar" aria-label="Selected rows">
      <Text size="sm">{`${counted(selection.ids.length, what)} selected`}</Text>
      {children}
      <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
        Clear selection
      </Button>
    </Group>
  )
