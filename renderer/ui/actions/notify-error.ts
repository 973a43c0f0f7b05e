import { notifications } from '@mantine/notifications'
import { errorBodyOf } from '../../lib/service/call-error.ts'

/** Notifies the user that an action failed, with the hint how to fix it first. */
export function notifyError(error: unknown): void {
  const { error: message, hint } = errorBodyOf(error)
  notifications.show({
    color: 'red',
    title: hint ?? message,
    message: hint ? message : '',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
