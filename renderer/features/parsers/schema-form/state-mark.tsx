import { Tooltip } from '@mantine/core'
import { IconCheck, IconCircle, IconExclamationMark } from '@tabler/icons-react'
import type { FieldMark, FieldState } from './field-states.ts'
import classes from './schema-form.module.css'

const ICONS: Record<FieldMark, typeof IconCheck> = {
  value: IconCheck,
  null: IconCircle,
  wrong: IconExclamationMark,
}

/** The state of a field; the reason is shown on hover and focus. */
export function StateMark({ of, state }: { of: string; state: FieldState | undefined }) {
  if (!state) return <span className={classes.mark} />
  const { reason, mark, text = '' } = state
  const Icon = ICONS[mark]
  const badge = (
    <span
      className={classes.mark}
      data-state={state.state}
      tabIndex={reason ? 0 : undefined}
      role="img"
      aria-label={`${of}: ${text || mark}${reason ? `, ${reason}` : ''}`}
    >
      <Icon size={12} stroke={2.5} aria-hidden /> {text}
    </span>
  )
  return reason ? (
    <Tooltip
      label={reason}
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={100}
    >
      {badge}
    </Tooltip>
  ) : (
    badge
  )
}
