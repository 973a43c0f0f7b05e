import { RECEIVE_PATH } from '../../../../server/base/app-paths.ts'
import { visibleHtml } from '../../../../server/pages/browser/visible-html.ts'

/** The message with which a bookmarklet sends the page that is open. */
export interface PageMessage {
  url: string
  title: string
  html: string
}

/** The message that the app's page sends to the window that opened it once it is listening. */
export const READY = 'winnow: ready'

interface BookmarkletTexts {
  ready: string
  noWindow: string
  cutOff: string
}

const WORDS: BookmarkletTexts = {
  ready: READY,
  noWindow:
    'This site does not let Winnow open a window. Allow pop-ups for it, or save the page as a file and drop it into Winnow.',
  cutOff:
    'This site cuts its pages off from other windows, so nothing can be handed over. Use the browser extension of Winnow, or save the page as a file and drop it into Winnow.',
}

const WATCH_MS = 500

/**
 * Opens Winnow, and hands the page over once Winnow is listening. Runs in a page of any site, so it must not use anything
 * outside of this function.
 */
function handOver(receive: string, words: BookmarkletTexts, watchMs: number, html: () => string): void {
  const opened = window.open(receive)
  if (!opened) {
    alert(words.noWindow)
    return
  }
  const { origin } = new URL(receive)
  const watch = setInterval(() => {
    if (!opened.closed) return
    end()
    alert(words.cutOff)
  }, watchMs)
  const listen = (message: MessageEvent) => {
    if (message.origin !== origin || message.source !== opened || message.data !== words.ready) return
    end()
    opened.postMessage({ url: location.href, title: document.title, html: html() }, origin)
  }
  const end = () => {
    clearInterval(watch)
    removeEventListener('message', listen)
  }
  addEventListener('message', listen)
}

/** Returns the `javascript:` address of the bookmarklet for the app at an origin. */
export const bookmarkletOf = (origin: string): string => {
  const args = [`${origin}/app/${RECEIVE_PATH}`, WORDS, WATCH_MS].map(value => JSON.stringify(value))
  return `javascript:${encodeURIComponent(`(${handOver})(${args.join(',')},${visibleHtml})`)}`
}
