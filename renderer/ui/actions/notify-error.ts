import { notifications } from '@mantine/notifications'
import { errorBodyOf } from '../../lib/service/call-error.ts'

const LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } }

/** Notifies the user that an action failed. The hint, which says how to fix it, comes first. */
export function notifyError(error: unknown): void {
  const { error: message, hint } = errorBodyOf(error)
  notifications.show({
    color: 'red',
    title: hint ?? message,
    message: hint ? message : '',
    ...LOOK,
  })
}

/** Notifies the user of the outcome of an action that is shown nowhere else. */
export const notifyOutcome = (message: string) => notifications.show({ message, ...LOOK })
