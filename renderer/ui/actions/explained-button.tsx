import { Button, type ButtonProps, Tooltip } from '@mantine/core'

/**
 * A button that is disabled while there is a `reason` against it, which shows on hover and focus. One that submits its form
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
  <Tooltip label={reason} disabled={!reason} events={{ hover: true, focus: true, touch: true }}>
    <Button
      {...button}
      {...(reason && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={event => (reason ? event.preventDefault() : onClick?.())}
    />
  </Tooltip>
)
