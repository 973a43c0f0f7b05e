import { collectAgain, forgetTab } from './collecting.ts'

chrome.tabs.onUpdated.addListener((tabId, { status }) => {
  if (status === 'loading') void collectAgain(tabId)
})
chrome.tabs.onRemoved.addListener(tabId => void forgetTab(tabId))
