import { ActionIcon, type ActionIconProps, Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true }

/** Disables a button but keeps it reachable by the Tab key, so that keyboard users find the reason. */
const disabledFor = (reason: string | null) =>
  reason && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason }

/**
 * A button that is disabled while it has a `reason`, which is shown on hover and focus. A button that submits its form
 * needs no `onClick`.
 */
export const ExplainedButton = ({
  reason,
  onClick,
  ...button
}: ButtonProps & {
  reason: string | null
  onClick?: () => void
  type?: 'submit'
  'aria-label'?: string
  'aria-pressed'?: boolean
}) => (
  <Tooltip label={reason} disabled={!reason} events={TOOLTIP_EVENTS}>
    <Button
      {...button}
      {...disabledFor(reason)}
      onClick={event => (reason ? event.preventDefault() : onClick?.())}
    />
  </Tooltip>
)

interface SavingState {
  /** Whether there are changes to save. */
  canSave: boolean
  isSaving: boolean
}

/** The reason why a record cannot be saved: it has no changes. Null while it has some, or is being saved. */
export const unchangedReason = ({ canSave, isSaving }: SavingState): string | null =>
  canSave || isSaving ? null : 'Nothing was changed since it was saved.'

/** The same as an icon button. While it is enabled, the tooltip is its `title`, or its `label` by default. */
export const ExplainedIcon = ({
  label,
  title = label,
  reason,
  onClick,
  ...icon
}: Omit<ActionIconProps, 'title'> & {
  label: string
  title?: string
  reason: string | null
  onClick: () => void
  children: ReactNode
}) => (
  <Tooltip label={reason ?? title} events={TOOLTIP_EVENTS}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      {...icon}
      {...disabledFor(reason)}
      onClick={() => reason || onClick()}
    />
  </Tooltip>
)
