import { useEffect, useEffectEvent } from 'react'

/** Whether a key types a character. AltGr is reported as Ctrl and Alt together. */
const typesText = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey))

const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

/**
 * Collects what is typed for a field that is still loading, so that it is neither lost nor takes effect on the page below.
 * Escape gives up waiting.
 */
export function useEarlyKeys(
  isWaiting: boolean,
  onText: (change: (before: string) => string) => void,
  onEscape: () => void,
): void {
  const change = useEffectEvent(onText)
  const giveUp = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isWaiting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (typesText(event)) change(before => before + event.key)
      else if (isShortcut(event)) return
      else if (event.key === 'Backspace') change(before => [...before].slice(0, -1).join(''))
      else if (event.key === 'Escape') giveUp()
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isWaiting])
}
