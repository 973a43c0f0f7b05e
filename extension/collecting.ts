import { SAVED_FILE_BOUNDS } from '../server/saved-files/saved-file.ts'
import { type CollectBounds, collectAnswers, stopCollecting } from './collect-answers.ts'

/** Limits for a page and its answers, which are sent as one file. */
const BOUNDS: CollectBounds = {
  answers: SAVED_FILE_BOUNDS.answers,
  each: 2 * 1_048_576,
  all: SAVED_FILE_BOUNDS.pageBytes / 2,
}

const STORAGE_KEY = 'collecting'

/** The tabs whose answers are collected, until the browser is closed. */
const collectingTabs = async (): Promise<number[]> =>
  ((await chrome.storage.session.get(STORAGE_KEY))[STORAGE_KEY] as number[] | undefined) ?? []

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

/** Starts to collect what the page of a tab fetches, including after a reload. Returns the number of answers so far. */
export async function startCollecting(tabId: number): Promise<number> {
  const [injected] = await inject(tabId)
  await chrome.storage.session.set({ [STORAGE_KEY]: [...new Set([...(await collectingTabs()), tabId])] })
  return injected?.result ?? 0
}

export async function endCollecting(tabId: number): Promise<void> {
  await forgetTab(tabId)
  await chrome.scripting.executeScript({ target: { tabId }, world: 'MAIN', func: stopCollecting })
}

/** Starts collecting again in a tab that has loaded a new page, where the injected script is gone. */
export async function resumeCollecting(tabId: number): Promise<void> {
  if (!(await isCollecting(tabId))) return
  // The permission from the user's click ends when the tab leaves the site.
  await inject(tabId).catch(() => forgetTab(tabId))
}

export const forgetTab = async (tabId: number): Promise<void> =>
  chrome.storage.session.set({ [STORAGE_KEY]: (await collectingTabs()).filter(id => id !== tabId) })
