import { app } from 'electron'
import { handleBridge } from './handle-bridge.ts'
import { onLinks } from './links.ts'
import { startedAtLogin } from './login.ts'
import { setMenu } from './menu.ts'
import { openNotes } from './notes.ts'
import { passPowerOn } from './power.ts'
import { quitInOrder } from './quit.ts'
import { startService } from './service.ts'
import { showStartFailure } from './start-trouble.ts'
import { createTray } from './tray.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import { createUpdates } from './updates.ts'
import { lockDown } from './web-rules.ts'
import { createAppWindow } from './window.ts'

// One instance for each user: a second start shows the window of the first.
if (app.requestSingleInstanceLock()) {
  const links = onLinks()
  // Not awaited: Electron becomes ready only after this module has finished.
  app
    .whenReady()
    .then(() => start(links))
    .catch(endBadly)
} else {
  app.quit()
}

/** Starts the parts of the desktop app. The service runs in this process; the window is one of its clients. */
async function start(links: ReturnType<typeof onLinks>): Promise<void> {
  const service = await startService()
  if (!service) return app.exit(1)
  handleUncaughtErrors(service)
  lockDown(service.address)
  const window = createAppWindow(service, openNotes())
  const updates = createUpdates(service.settings.values.updates_url)
  const tray = createTray(service, window)
  setMenu(service, window)
  handleBridge(service, updates)
  passPowerOn(service)
  quitInOrder(service, [() => tray.destroy(), window.destroy])
  const page = links.follow(window.show)
  if (page || !startedAtLogin()) window.show(page)
  updates.watch()
}

function endBadly(error: Error): void {
  showStartFailure(error)
  app.exit(1)
}
