import { Splitter } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './panes.module.css'

type PaneSize = number | `${number}%` | `${number}px`

interface Pane {
  /** The accessible name. */
  name: string
  /** A share of the remaining space (`40`), or pixels. */
  size: PaneSize
  min?: PaneSize
  /** The height or width of its content in pixels. The pane never gets larger than this, whatever share is chosen. */
  needs?: number
  content: ReactNode
}

/** Resizable panes that remember their sizes. In narrow windows they are stacked. */
export function Panes({
  name,
  panes,
  orientation = 'horizontal',
}: {
  /** The key that their sizes are stored under. */
  name: string
  panes: readonly Pane[]
  orientation?: 'horizontal' | 'vertical'
}) {
  const [sizes, setSizes] = useLocalStorage<PaneSize[]>({
    key: `winnow.panes.${name}`,
    defaultValue: panes.map(({ size }) => size),
    getInitialValueInEffect: false,
  })
  const narrow = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  if (narrow)
    return (
      <div className={classes.stack} data-stack>
        {panes.map(pane => (
          <section
            key={pane.name}
            aria-label={pane.name}
            className={classes.stacked}
            data-side={typeof pane.size === 'string' || undefined}
          >
            {pane.content}
          </section>
        ))}
      </div>
    )
  return (
    <Splitter
      className={classes.splitter!}
      orientation={orientation}
      sizes={sizes}
      onSizeChange={next => setSizes(next as PaneSize[])}
      lineSize={1}
      handleColor="var(--winnow-line)"
      withHandle={false}
      attributes={{ handle: { 'aria-label': resizeLabel(panes) } }}
    >
      {panes.map(pane => (
        <Splitter.Pane
          key={pane.name}
          component="section"
          aria-label={pane.name}
          defaultSize={pane.size}
          className={classes.pane!}
          {...(pane.min !== undefined && { min: pane.min })}
          {...(pane.needs !== undefined && {
            'data-fits': true,
            style: { '--pane-needs': `${pane.needs}px` },
          })}
        >
          {pane.content}
        </Splitter.Pane>
      ))}
    </Splitter>
  )
}

const resizeLabel = (panes: readonly Pane[]) =>
  `Resize ${new Intl.ListFormat('en').format(panes.map(({ name }) => name))}`
