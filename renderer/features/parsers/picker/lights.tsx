import { useLayoutEffect, useReducer, useState } from 'react'
import { type FrameTree, frameOf } from './frame-tree.ts'
import classes from './stage.module.css'

/** A highlighted element of the page, and the reason for its highlight. */
export interface Highlight {
  number: number
  kind: 'match' | 'field' | 'chosen' | 'excluded' | 'pointed'
  label?: string | undefined
}

interface HighlightBox extends Highlight {
  rect: DOMRect
}

const isInViewport = (rect: DOMRect, { innerHeight }: Window) =>
  rect.width > 0 && rect.height > 0 && rect.bottom > 0 && rect.top < innerHeight

function boxesOf({ document, element }: FrameTree, lights: readonly Highlight[]): HighlightBox[] {
  const window = document.defaultView
  if (!window) return []
  return lights.flatMap(highlight => {
    const rect = element(highlight.number)?.getBoundingClientRect()
    return rect && isInViewport(rect, window) ? [{ ...highlight, rect }] : []
  })
}

/** Draws frames around elements above the page, so that the page itself does not change. */
export function Lights({
  tree,
  lights,
  zoom,
}: {
  tree: FrameTree
  lights: readonly Highlight[]
  zoom: number
}) {
  const [boxes, setBoxes] = useState<HighlightBox[]>([])
  const [moveCount, countMove] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => setBoxes(boxesOf(tree, lights)), [tree, lights, moveCount])
  useLayoutEffect(() => {
    const observer = new ResizeObserver(countMove)
    for (const element of [tree.document.documentElement, frameOf(tree)])
      if (element) observer.observe(element)
    tree.document.addEventListener('scroll', countMove, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      tree.document.removeEventListener('scroll', countMove, { capture: true })
    }
  }, [tree])
  return (
    <div className={classes.lights} aria-hidden>
      {boxes.map(({ number, kind, label, rect }) => (
        <div
          key={`${kind} ${number}`}
          className={classes.light}
          data-light={kind}
          style={{
            left: rect.left * zoom,
            top: rect.top * zoom,
            width: rect.width * zoom,
            height: rect.height * zoom,
          }}
        >
          {label && (
            <span className={classes.label} data-below={rect.top < 20 || undefined}>
              {label}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
