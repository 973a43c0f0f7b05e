import { Button, type ButtonProps, Tooltip } from '@mantine/core'

/** A button that is disabled while there is a `reason` against it, which shows on hover and focus. */
export const ExplainedButton = ({
  reason,
  onClick,
  ...button
}: ButtonProps & { reason: string | null; onClick: () => void; 'aria-label'?: string }) => (
  <Tooltip label={reason} disabled={!reason} events={{ hover: true, focus: true, touch: true }}>
    <Button
      {...button}
      {...(reason && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => !reason && onClick()}
    />
  </Tooltip>
)
