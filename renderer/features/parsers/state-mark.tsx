import { Tooltip } from '@mantine/core'
import type { FieldState } from './field-states.ts'
import classes from './schema-form.module.css'

/** How a field does; why, on hover and on focus. */
export function StateMark({ of, state }: { of: string; state: FieldState | undefined }) {
  if (!state) return <span className={classes.mark} />
  const { reason, mark } = state
  const text = (
    <span
      className={classes.mark}
      data-state={state.state}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its reason shows on focus
      tabIndex={reason ? 0 : undefined}
      role="img"
      aria-label={`${of}: ${mark}${reason ? `, ${reason}` : ''}`}
    >
      {mark}
    </span>
  )
  return reason ? (
    <Tooltip label={reason} multiline maw={360} events={{ hover: true, focus: true, touch: true }} openDelay={100}>
      {text}
    </Tooltip>
  ) : (
    text
  )
}
