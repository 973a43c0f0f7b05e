import { notifications } from '@mantine/notifications'
import { errorBodyOf } from '../../lib/service/call-error.ts'

/** Notifies the user that an action failed. The hint, which says how to fix it, comes first. */
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
