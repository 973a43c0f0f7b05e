import { useCallback, useEffect, useState } from 'react'
import classes from './answer.module.css'
import type { OpenAnswer } from './open-answer.ts'
import { useBlocks } from './use-blocks.ts'
import { useVirtualRows } from './virtual-rows.tsx'

const LINE = 20

/** The answer as text, JSON set in lines. */
export function RawView({ answer }: { answer: OpenAnswer }) {
  const [count, setCount] = useState(0)
  useEffect(() => void answer.ask('lineCount').then(setCount), [answer])
  const { box, items, height, range } = useVirtualRows(count, LINE)
  const load = useCallback((from: number, to: number) => answer.ask('lines', from, to), [answer])
  const lineAt = useBlocks(load, answer, range)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section ref={box} className={classes.scroll} tabIndex={0} aria-label="Raw answer">
      <div className={classes.canvas} style={{ height }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            className={classes.row}
            style={{ height: LINE, transform: `translateY(${start}px)` }}
          >
            {lineAt(index)}
          </div>
        ))}
      </div>
    </section>
  )
}
