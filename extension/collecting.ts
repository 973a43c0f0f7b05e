import { SAVED_FILE_BOUNDS } from '../server/saved-files/saved-file.ts'
import { type CollectBounds, collectAnswers, stopCollecting } from './collect-answers.ts'

/** A page and its answers are sent as one file. */
const BOUNDS: CollectBounds = {
  answers: SAVED_FILE_BOUNDS.answers,
  each: 2 * 1_048_576,
  all: SAVED_FILE_BOUNDS.pageBytes / 2,
}

const NAME = 'collecting'

/** The tabs whose answers are collected, until the browser is closed. */
const collectingTabs = async (): Promise<number[]> =>
  ((await chrome.storage.session.get(NAME))[NAME] as number[] | undefined) ?? []

export const isCollecting = async (tabId: number): Promise<boolean> =>
  (await collectingTabs()).includes(tabId)

const inject = (tabId: number) =>
  chrome.scripting.executeScript({
    target: { tabId },
    world: 'MAIN',
    injectImmediately: true,
    func: collectAnswers,
    args: [BOUNDS],
  })

/** Collects what the page of a tab fetches from now on, also after it is loaded again. Returns how much there is so far. */
export async function startCollecting(tabId: number): Promise<number> {
  const [begun] = await inject(tabId)
  await chrome.storage.session.set({ [NAME]: [...new Set([...(await collectingTabs()), tabId])] })
  return begun?.result ?? 0
}

export async function endCollecting(tabId: number): Promise<void> {
  await forgetTab(tabId)
  await chrome.scripting.executeScript({ target: { tabId }, world: 'MAIN', func: stopCollecting })
}

/** The tab shows a page of its own again, which has forgotten what ran in the one before. */
export async function collectAgain(tabId: number): Promise<void> {
  if (!(await isCollecting(tabId))) return
  // The permission that the click gave ends with the site.
  await inject(tabId).catch(() => forgetTab(tabId))
}

export const forgetTab = async (tabId: number): Promise<void> =>
  chrome.storage.session.set({ [NAME]: (await collectingTabs()).filter(id => id !== tabId) })
