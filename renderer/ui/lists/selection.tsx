import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { counted } from '../counted.ts'

/** The selected rows of a table, by id. */
export interface Selection {
  ids: readonly string[]
  has(id: string): boolean
  /** Selects or deselects a row; with `range`, all rows since the last toggled one. */
  toggle(id: string, range: boolean): void
  /** Selects all of these rows; deselects them if all are selected. */
  toggleAll(ids: readonly string[]): void
  stateOf(ids: readonly string[]): { checked: boolean; indeterminate: boolean }
  /** Deselects a row, whatever else has been selected or deselected since. */
  drop(id: string): void
  clear(): void
}

/**
 * The selection of a table. `order` holds the ids of the visible rows; rows that are no longer visible are no longer
 * selected.
 */
export function useSelection(order: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(null)
  const ids = order.filter(id => selected.has(id))
  const set = (rowIds: readonly string[], isOn: boolean) => {
    const next = new Set(ids)
    for (const id of rowIds) isOn ? next.add(id) : next.delete(id)
    setSelected(next)
  }
  return {
    ids,
    has: id => selected.has(id),
    toggle(id, range) {
      const from = range && anchor.current ? order.indexOf(anchor.current) : -1
      const to = order.indexOf(id)
      anchor.current = id
      set(from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(id))
    },
    toggleAll: all => set(all, !all.every(id => selected.has(id))),
    stateOf(all) {
      const count = all.filter(id => selected.has(id)).length
      return { checked: count > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
    },
    drop: id => setSelected(before => new Set([...before].filter(one => one !== id))),
    clear: () => setSelected(new Set()),
  }
}

/** The actions for the selected rows; hidden while none is selected. */
export const SelectionBar = ({
  selection,
  what,
  children,
}: {
  selection: Selection
  /** The kind of row: `job`. */
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
