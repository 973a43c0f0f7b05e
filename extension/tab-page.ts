import { visibleHtml } from '../server/pages/browser/visible-html.ts'
import { SAVED_FILE_BOUNDS } from '../server/saved-files/saved-file.ts'
import { type HarAnswer, harOf } from '../server/saved-files/write-har.ts'
import { type CollectedAnswer, collectedAnswers } from './collect-answers.ts'
import { isCollecting } from './collecting.ts'

/** The tab whose button was clicked, while it shows a web page. */
export interface WebTab {
  id: number
  url: string
  title: string
}

/** The tab in front; null where it shows no web page. */
export async function currentTab(): Promise<WebTab | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined || !/^https?:/.test(tab.url ?? '')) return null
  return { id: tab.id, url: tab.url!, title: tab.title ?? '' }
}

/** A page that is larger than the service takes. */
export class PageTooLarge extends Error {}

const sizeOf = (text: string) => new Blob([text]).size

/** The page of a tab as it stands now, with what it has fetched where that is collected. */
export async function pageOf({ id, url }: WebTab): Promise<Blob> {
  const target = { tabId: id }
  const [shown] = await chrome.scripting.executeScript({ target, func: visibleHtml })
  const answers = (await isCollecting(id)) ? await answersOf(id) : []
  const html = shown?.result ?? ''
  const type = 'text/html; charset=utf-8'
  const har = harOf(
    { url, status: 200, contentType: type, text: html, size: sizeOf(html) },
    answers.map(asHar),
  )
  const file = new Blob([JSON.stringify(har)], { type: 'application/json' })
  if (file.size > SAVED_FILE_BOUNDS.pageBytes) throw new PageTooLarge()
  return file
}

/** What the page of a tab has fetched since it is collected. */
async function answersOf(tabId: number): Promise<CollectedAnswer[]> {
  const target = { tabId }
  const [noted] = await chrome.scripting.executeScript({ target, world: 'MAIN', func: collectedAnswers })
  return noted?.result ?? []
}

const asHar = ({ url, status, type, text }: CollectedAnswer): HarAnswer => ({
  url,
  status,
  contentType: type,
  text,
  size: sizeOf(text),
})
