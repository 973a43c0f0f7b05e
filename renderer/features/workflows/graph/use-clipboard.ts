import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { notifyError } from '../../../ui/actions/notify-error.ts'
import type { GraphNode, NodeKind } from '../api.ts'
import type { SelectedIds } from '../use-save.ts'
import { type CopiedNodes, clipboardText, copyNodes, pasteNodes, readClipboard } from './copy-nodes.ts'
import { removeNodes } from './edit-graph.ts'
import { withPositions } from './layout-graph.ts'
import type { GraphState } from './use-graph.ts'

interface ClipboardOptions {
  editing: GraphState
  kinds: readonly NodeKind[]
  selected: SelectedIds
  select: (ids: SelectedIds) => unknown
  onPasted: (nodes: readonly GraphNode[]) => void
}

/** The actions for several selected nodes. */
export interface SelectionActions {
  copy: () => Promise<void>
  duplicate: () => void
  remove: () => void
}

/** Whether the copy and paste keys belong to a text or to something above the page. */
const hasOwnClipboard = (target: EventTarget | null) =>
  (target instanceof Element &&
    target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null) ||
  window.getSelection()?.isCollapsed === false

/** Copies, cuts and pastes nodes with the system's keys, within a workflow and between workflows. */
export function useClipboard({
  editing,
  kinds,
  selected,
  select,
  onPasted,
}: ClipboardOptions): SelectionActions {
  const { graph, change } = editing
  const copySelected = () => copyNodes(withPositions(graph, kinds), selected)
  const paste = (copied: CopiedNodes) => {
    const pasted = pasteNodes(withPositions(graph, kinds), copied)
    if (!pasted.ids.length) return
    change(() => pasted.graph)
    select(pasted.ids)
    onPasted(pasted.graph.nodes.slice(-pasted.ids.length))
  }
  const remove = () => {
    change(graph => removeNodes(graph, selected))
    select([])
  }
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!selected.length || hasOwnClipboard(event.target)) return
    event.clipboardData?.setData('text/plain', clipboardText(copySelected()))
    event.preventDefault()
    if (event.type === 'cut') remove()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (hasOwnClipboard(event.target)) return
    const copied = readClipboard(event.clipboardData?.getData('text/plain') ?? '')
    if (!copied) return
    event.preventDefault()
    paste(copied)
  })
  useEffect(() => {
    const handlers = { copy: onCopy, cut: onCopy, paste: onPaste }
    for (const [name, listener] of Object.entries(handlers))
      document.addEventListener(name as 'copy', listener)
    return () => {
      for (const [name, listener] of Object.entries(handlers))
        document.removeEventListener(name as 'copy', listener)
    }
  }, [])
  const duplicate = () => {
    if (selected.length) paste(copySelected())
  }
  useHotkeys([
    ['mod+D', duplicate],
    ['mod+A', () => select(graph.nodes.map(({ id }) => id))],
  ])
  return {
    copy: () => navigator.clipboard.writeText(clipboardText(copySelected())).catch(notifyError),
    duplicate,
    remove,
  }
}
