import { notifications } from '@mantine/notifications'
import { errorBodyOf } from '../lib/call-error.ts'

/** Tells why what a button of a page's head was to do was refused; how to fix it first. */
export function tellError(error: unknown): void {
  const { error: message, hint } = errorBodyOf(error)
  notifications.show({
    color: 'red',
    title: hint ?? message,
    message: hint ? message : '',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
