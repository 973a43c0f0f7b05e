import { forgetTab, resumeCollecting } from './collecting.ts'

chrome.tabs.onUpdated.addListener((tabId, { status }) => {
  if (status === 'loading') void resumeCollecting(tabId)
})
chrome.tabs.onRemoved.addListener(tabId => void forgetTab(tabId))
