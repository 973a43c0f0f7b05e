import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import classes from './panes.module.css'

/** One of several parts that lie side by side. */
export interface Pane {
  /** Names it for those who cannot see it. */
  label: string
  content: ReactNode
  /** Share of the width at first; all shares are counted together. */
  share: number
}

const LEAST_SHARE = 0.15
const STEP = 0.02

/**
 * Parts that lie side by side; the borders between them can be dragged or moved with the arrow keys, a double click
 * puts them back. They remember their sizes under `id`, and lie on top of one another in a narrow window.
 */
export function Panes({ id, panes }: { id: string; panes: readonly Pane[] }) {
  const initial = panes.map(pane => pane.share)
  const [kept, keep] = useLocalStorage({
    key: `winnow.panes.${id}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
  })
  const shares = kept.length === panes.length ? kept : initial
  const stacked = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const box = useRef<HTMLDivElement>(null)

  const move = (index: number, by: number) => keep(moved(shares, index, by))
  return (
    <div ref={box} className={classes.panes} data-stacked={stacked || undefined}>
      {panes.map((pane, index) => (
        <Fragment key={pane.label}>
          {index > 0 && !stacked && (
            <Border
              label={`Width of ${panes[index - 1]!.label}`}
              shares={shares}
              index={index - 1}
              width={() => box.current?.clientWidth ?? 1}
              onMove={by => move(index - 1, by)}
              onReset={() => keep(initial)}
            />
          )}
          <section
            aria-label={pane.label}
            className={classes.pane}
            style={stacked ? undefined : { flexGrow: shares[index]! }}
          >
            {pane.content}
          </section>
        </Fragment>
      ))}
    </div>
  )
}

/** The shares after the border behind `index` has moved by a share of the whole; none becomes too small. */
function moved(shares: readonly number[], index: number, by: number): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const least = LEAST_SHARE * whole
  const both = shares[index]! + shares[index + 1]!
  const left = Math.min(Math.max(shares[index]! + by * whole, least), both - least)
  return shares.with(index, left).with(index + 1, both - left)
}

interface BorderOptions {
  label: string
  shares: readonly number[]
  index: number
  width: () => number
  onMove: (by: number) => void
  onReset: () => void
}

function Border({ label, shares, index, width, onMove, onReset }: BorderOptions) {
  const last = useRef(0)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const pressed = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = event.clientX
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onMove((event.clientX - last.current) / width())
    last.current = event.clientX
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round((shares[index]! / whole) * 100)}
      aria-valuemin={Math.round(LEAST_SHARE * 100)}
      aria-valuemax={100}
      tabIndex={0}
      className={classes.border}
      onKeyDown={pressed}
      onPointerDown={start}
      onPointerMove={drag}
      onDoubleClick={onReset}
    />
  )
}
