import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useRef } from 'react'

/**
 * Browsers render nothing beyond about 33 million pixels. Rows below this limit are not shown, but can be copied or saved.
 */
const MAX_HEIGHT_PX = 30_000_000

export interface VirtualRowsHandle {
  scrollTo(index: number): void
  /** The number of rows per screen. */
  page(): number
}

/** Renders only the visible rows of a long list. */
export function useVirtualRows(count: number, height: number, handle?: Ref<VirtualRowsHandle>) {
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: Math.min(count, Math.floor(MAX_HEIGHT_PX / height)),
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  useImperativeHandle(handle, () => ({
    scrollTo: index => virtualizer.scrollToIndex(index, { align: 'auto' }),
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? height) / height) - 1),
  }))
  return {
    box,
    items,
    /** Pass it to rows whose height depends on their content. */
    measure: virtualizer.measureElement,
    height: virtualizer.getTotalSize(),
    range: { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 },
  }
}
