const POPOVER = '.mantine-Popover-dropdown'
const OVERLAYS = '.mantine-Drawer-overlay, .mantine-Modal-overlay, .mantine-Spotlight-overlay'
/** By this, the library's dialogs leave a key to what has the focus. */
const STOP_PROPAGATION_ATTRIBUTE = 'data-mantine-stop-propagation'

/**
 * Lets the Escape key close what is on top alone. Every open dialog of the library listens for the key: one behind another
 * dialog, or behind a question, would close along with it.
 */
export function closeOneLayer(): void {
  const onKeyDown = ({ key, target, isComposing }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
    const overlays = document.querySelectorAll<HTMLElement>(OVERLAYS)
    const isInPopover = target.closest(POPOVER) !== null
    if ((!isInPopover && overlays.length < 2) || target.getAttribute(STOP_PROPAGATION_ATTRIBUTE) === 'true')
      return
    target.setAttribute(STOP_PROPAGATION_ATTRIBUTE, 'true')
    setTimeout(() => target.removeAttribute(STOP_PROPAGATION_ATTRIBUTE))
    // A popover closes by itself.
    if (!isInPopover) [...overlays].at(-1)!.click()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
}
