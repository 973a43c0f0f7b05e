import type { ReactNode } from 'react'
import classes from './state-dot.module.css'

/** The colours of states, always shown with a word. */
export type StateColour = 'good' | 'warn' | 'bad' | 'busy' | 'quiet'

const cssColour = (state: StateColour) =>
  state === 'quiet' ? 'var(--mantine-color-dimmed)' : `var(--winnow-${state})`

/** The state of the record of a page: screen readers say it when it changes, such as at the end of a job. */
export const SpokenState = ({ children }: { children: ReactNode }) => <span role="status">{children}</span>

/** A state as a coloured dot with a word. */
export function StateDot({ state, children }: { state: StateColour; children: ReactNode }) {
  return (
    <span className={classes.state} data-state={state}>
      <span aria-hidden className={classes.dot} style={{ background: cssColour(state) }} />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
