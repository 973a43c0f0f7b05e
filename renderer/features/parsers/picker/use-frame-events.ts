import { useEffect, useEffectEvent } from 'react'
import { type FrameTree, frameOf, numberOf } from './frame-tree.ts'

interface FrameHandlers {
  /** Whether clicks choose elements. */
  picks: boolean
  onPoint: (number: number | null) => void
  onPick: (number: number, excluded: boolean) => void
  onKey: (event: KeyboardEvent) => void
}

/** Listens to the events of a page whose scripts are off. Links do nothing, and drops are passed on to the frame element. */
export function useFrameEvents(tree: FrameTree | null, handlers: FrameHandlers) {
  const onOver = useEffectEvent(({ target }: Event) => handlers.onPoint(numberOf(target)))
  const onOut = useEffectEvent(() => handlers.onPoint(null))
  const onDown = useEffectEvent((event: Event) => {
    if (handlers.picks) event.preventDefault()
  })
  const onKey = useEffectEvent((event: Event) => handlers.onKey(event as KeyboardEvent))
  const onClick = useEffectEvent((event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    const number = numberOf(event.target)
    if (handlers.picks && event.type === 'click' && number !== null)
      handlers.onPick(number, (event as MouseEvent).shiftKey)
  })
  const onDrag = useEffectEvent((event: Event) => {
    event.preventDefault()
    const { type } = event
    const { dataTransfer } = event as DragEvent
    const forwarded = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    if (tree) frameOf(tree)?.dispatchEvent(forwarded)
  })
  useEffect(() => {
    if (!tree) return
    const { document } = tree
    const root = document.documentElement
    const listeners: [EventTarget, string, (event: Event) => void][] = [
      [document, 'mouseover', onOver],
      [root, 'mouseleave', onOut],
      [document, 'mousedown', onDown],
      [document, 'keydown', onKey],
      ...['dragover', 'dragleave', 'drop'].map((type): [EventTarget, string, typeof onDrag] => [
        document,
        type,
        onDrag,
      ]),
      ...['click', 'auxclick', 'dblclick', 'submit', 'dragstart'].map(
        (type): [EventTarget, string, typeof onClick] => [document, type, onClick],
      ),
    ]
    for (const [target, type, listener] of listeners) target.addEventListener(type, listener, true)
    return () => {
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener, true)
    }
  }, [tree])
}
