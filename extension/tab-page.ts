import { visibleHtml } from '../server/pages/browser/visible-html.ts'
import { SAVED_FILE_BOUNDS } from '../server/saved-files/saved-file.ts'
import { type HarAnswer, harOf } from '../server/saved-files/write-har.ts'
import { type CollectedAnswer, collectedAnswers } from './collect-answers.ts'
import { isCollecting } from './collecting.ts'

/** The tab whose extension button was clicked, if it shows a web page. */
export interface WebTab {
  id: number
  url: string
  title: string
}

/** Returns the active tab; null if it shows no web page. */
export async function currentTab(): Promise<WebTab | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined || !/^https?:/.test(tab.url ?? '')) return null
  return { id: tab.id, url: tab.url!, title: tab.title ?? '' }
}

/** The page is larger than the service accepts. */
export class PageTooLarge extends Error {}

const sizeOf = (text: string) => new Blob([text]).size

/** Returns the current page of a tab, with its collected requests if collecting is on. */
export async function pageOf({ id, url }: WebTab): Promise<Blob> {
  const target = { tabId: id }
  const [injected] = await chrome.scripting.executeScript({ target, func: visibleHtml })
  const answers = (await isCollecting(id)) ? await answersOf(id) : []
  const html = injected?.result ?? ''
  const type = 'text/html; charset=utf-8'
  const har = harOf(
    { url, status: 200, contentType: type, text: html, size: sizeOf(html) },
    answers.map(asHar),
  )
  const file = new Blob([JSON.stringify(har)], { type: 'application/json' })
  if (file.size > SAVED_FILE_BOUNDS.pageBytes) throw new PageTooLarge()
  return file
}

/** Returns what the page of a tab has fetched since collecting started. */
async function answersOf(tabId: number): Promise<CollectedAnswer[]> {
  const target = { tabId }
  const [injected] = await chrome.scripting.executeScript({ target, world: 'MAIN', func: collectedAnswers })
  return injected?.result ?? []
}

const asHar = ({ url, status, type, text }: CollectedAnswer): HarAnswer => ({
  url,
  status,
  contentType: type,
  text,
  size: sizeOf(text),
})
