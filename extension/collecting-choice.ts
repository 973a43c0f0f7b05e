import { endCollecting, isCollecting, startCollecting } from './collecting.ts'
import { button, element } from './element.ts'
import type { WebTab } from './tab-page.ts'

/** The checkbox to send what the page fetches as well. Earlier requests are unknown. */
export async function collectingChoice(
  { id }: WebTab,
  fail: (error: unknown) => Promise<void>,
): Promise<HTMLElement> {
  const checkbox = element('input', { type: 'checkbox', name: 'collect' })
  const status = element('span', { className: 'dim' })
  const reload = button('Reload the page', () => chrome.tabs.reload(id), 'quiet')

  const update = async () => {
    checkbox.checked = await isCollecting(id)
    reload.hidden = !checkbox.checked
    const count = checkbox.checked ? await startCollecting(id) : 0
    status.textContent = checkbox.checked ? `${count} collected so far` : ''
  }
  checkbox.addEventListener('change', async () => {
    await (checkbox.checked ? startCollecting(id) : endCollecting(id)).catch(fail)
    await update()
  })
  await update()
  return element(
    'div',
    { className: 'collect' },
    element('label', { className: 'tick' }, checkbox, 'Also send the data that the page fetches from now on'),
    status,
    reload,
  )
}
