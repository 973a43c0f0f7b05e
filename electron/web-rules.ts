import { app, session, shell, type WebContents } from 'electron'

/** The only permission for the app's own page: copying after a click of the user. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

/** Restricts every page in the app: it cannot leave the app, open windows or get other permissions. */
export function restrictPages(address: string): void {
  app.on('web-contents-created', (_, contents) => restrictNavigation(address, contents))
  denyPermissions(address)
}

const isApp = (address: string, url: string) =>
  URL.parse(url)?.origin === address && URL.parse(url)!.pathname.startsWith('/app/')

/** Opens a link in the system's browser if it is a web link. */
function openOutside(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) void shell.openExternal(url).catch(() => undefined)
}

function restrictNavigation(address: string, contents: WebContents): void {
  const onNavigate = (event: { preventDefault(): void; url: string }) => {
    if (isApp(address, event.url)) return
    event.preventDefault()
    openOutside(event.url)
  }
  contents.on('will-navigate', onNavigate)
  contents.on('will-redirect', onNavigate)
  contents.on('will-frame-navigate', event => {
    if (!event.isMainFrame && !isApp(address, event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', event => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}

function denyPermissions(address: string): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === ALLOWED_PERMISSION && isApp(address, requestingUrl)),
  )
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      permission === ALLOWED_PERMISSION && URL.parse(origin)?.origin === address,
  )
  defaultSession.setDevicePermissionHandler(() => false)
}
