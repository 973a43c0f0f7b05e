import { endCollecting, isCollecting, startCollecting } from './collecting.ts'
import { button, element } from './element.ts'
import type { WebTab } from './tab-page.ts'

/** The checkbox to send what the page fetches as well. Earlier requests are unknown. */
export async function collectingChoice(
  { id }: WebTab,
  fail: (error: unknown) => Promise<void>,
): Promise<HTMLElement> {
  const tick = element('input', { type: 'checkbox', name: 'collect' })
  const state = element('span', { className: 'dim' })
  const reload = button('Reload the page', () => chrome.tabs.reload(id), 'quiet')

  const update = async () => {
    tick.checked = await isCollecting(id)
    reload.hidden = !tick.checked
    const count = tick.checked ? await startCollecting(id) : 0
    state.textContent = tick.checked ? `${count} collected so far` : ''
  }
  tick.addEventListener('change', async () => {
    await (tick.checked ? startCollecting(id) : endCollecting(id)).catch(fail)
    await update()
  })
  await update()
  return element(
    'div',
    { className: 'collect' },
    element('label', { className: 'tick' }, tick, 'Also send the data that the page fetches from now on'),
    state,
    reload,
  )
}
