import { useHotkeys } from '@mantine/hooks'

/** The modifier key of shortcuts on this system. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Calls `send` when the user presses mod+Enter anywhere on the page, also in a field, but not in a dialog over it. */
export const useSendKey = (send: () => void) =>
  useHotkeys([['mod+Enter', () => document.querySelector('[aria-modal="true"]') || send()]], [], true)
