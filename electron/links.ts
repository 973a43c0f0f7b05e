import { app } from 'electron'

const SCHEME = 'winnow'

/** Returns the page of the app in a link: `parsers/p_1` for `winnow://parsers/p_1`; null for anything else. */
export function pageOf(link: string): string | null {
  const [, page] = /^winnow:\/\/([\w-]+(?:\/[\w-]+)*)\/?$/.exec(link) ?? []
  return page ?? null
}

/** Returns the page in a command line: operating systems pass a link as an argument. */
const pageIn = (argv: readonly string[]) => argv.map(pageOf).find(page => page !== null)

/**
 * Listens for `winnow://` links and for second starts from the beginning, because a link may be the reason why the app
 * starts. The last page requested before `follow` is kept.
 */
export function onLinks() {
  let requestedPage: string | undefined = pageIn(process.argv)
  let show: ((page?: string) => void) | null = null
  const open = (page: string | undefined) => {
    if (show) show(page)
    else requestedPage = page ?? requestedPage
  }

  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('second-instance', (_, argv) => open(pageIn(argv)))
  app.on('activate', () => open(undefined))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open(pageOf(link) ?? undefined)
  })

  return {
    /** Returns the page requested so far, if any. From now on, `onPage` is called for each request. */
    follow(onPage: (page?: string) => void): string | undefined {
      show = onPage
      return requestedPage
    },
  }
}
