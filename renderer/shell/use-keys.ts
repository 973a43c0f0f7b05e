import { useEffect, useEffectEvent } from 'react'

interface KeyActions {
  palette: () => void
  help: () => void
  /** Called with the key that follows `g`. */
  jump: (key: string) => void
}

const JUMP_MS = 1_000

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

/** Focuses the search field of the page, if there is one, and no dialog lies over it. */
function focusSearch(event: KeyboardEvent) {
  const search = document.querySelector<HTMLElement>('main input[type="search"]')
  if (!search || document.querySelector('[aria-modal="true"]')) return
  event.preventDefault()
  search.focus()
}

/** The shortcuts of every page: mod+K, `/`, `?`, and `g` followed by a second key. Ignored while the user types. */
export function useKeys(actions: KeyActions): void {
  const { palette, help, jump } = actions
  const onPalette = useEffectEvent(palette)
  const onHelp = useEffectEvent(help)
  const onJump = useEffectEvent(jump)

  useEffect(() => {
    let waitsUntil = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event
      if ((metaKey || ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        return onPalette()
      }
      if (metaKey || ctrlKey || altKey || isTyping(event)) return
      const isJump = Date.now() < waitsUntil
      waitsUntil = key === 'g' && !isJump ? Date.now() + JUMP_MS : 0
      if (isJump) onJump(key)
      else if (key === '?') onHelp()
      else if (key === '/') focusSearch(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
