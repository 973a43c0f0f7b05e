import { app } from 'electron'

const SCHEME = 'winnow'

/** The page of the app that a link names: `parsers/p_1` of `winnow://parsers/p_1`; null for anything else. */
export function pageOf(link: string): string | null {
  const [, page] = /^winnow:\/\/([\w-]+(?:\/[\w-]+)*)\/?$/.exec(link) ?? []
  return page ?? null
}

/** The page that a command line asks for: the systems hand a link over as its argument. */
const pageIn = (argv: readonly string[]) => argv.map(pageOf).find(page => page !== null)

/**
 * Listens for `winnow://` links and for second starts from the first moment on: a link may be why the app starts. What
 * comes before `follow` waits for it.
 */
export function onLinks() {
  let wanted: string | undefined = pageIn(process.argv)
  let show: ((page?: string) => void) | null = null
  const open = (page: string | undefined) => {
    if (show) show(page)
    else wanted = page ?? wanted
  }

  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('second-instance', (_, argv) => open(pageIn(argv)))
  app.on('activate', () => open(undefined))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open(pageOf(link) ?? undefined)
  })

  return {
    /** The page to begin with, if one was asked for. From now on `to` is called at once. */
    follow(to: (page?: string) => void): string | undefined {
      show = to
      return wanted
    },
  }
}
