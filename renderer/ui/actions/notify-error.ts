import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { Marked } from '../marked.tsx'

const LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } }

/** Texts of the service mark names and code with backticks. */
const marked = (text: string) => createElement(Marked, null, text)

/** Notifies the user that an action failed. The hint, which says how to fix it, comes first. */
export function notifyError(error: unknown): void {
  const { error: message, hint } = errorBodyOf(error)
  notifications.show({
    color: 'red',
    title: marked(hint ?? message),
    message: hint ? marked(message) : '',
    ...LOOK,
  })
}

/** Notifies the user of the outcome of an action that is shown nowhere else. */
export const notifyOutcome = (message: string) => notifications.show({ message: marked(message), ...LOOK })
