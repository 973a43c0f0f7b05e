import { app } from 'electron'
import { handleBridge } from './handle-bridge.ts'
import { onLinks } from './links.ts'
import { startedAtLogin } from './login.ts'
import { setMenu } from './menu.ts'
import { openShellState } from './notes.ts'
import { forwardPowerEvents } from './power.ts'
import { quitInOrder } from './quit.ts'
import { startService } from './service.ts'
import { showStartFailure } from './start-trouble.ts'
import { createTray } from './tray.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import { createUpdates } from './updates.ts'
import { restrictPages } from './web-rules.ts'
import { createAppWindow } from './window.ts'

// One instance for each user: a second start shows the window of the first.
if (app.requestSingleInstanceLock()) {
  const links = onLinks()
  // Not awaited: Electron becomes ready only after this module has finished.
  app
    .whenReady()
    .then(() => start(links))
    .catch(exitWithFailure)
} else {
  app.quit()
}

/** Starts the parts of the desktop app. The service runs in this process; the window is one of its clients. */
async function start(links: ReturnType<typeof onLinks>): Promise<void> {
  const service = await startService()
  if (!service) return app.exit(1)
  handleUncaughtErrors(service)
  restrictPages(service.address)
  const window = createAppWindow(service, openShellState())
  const tray = createTray(service, window)
  setMenu(service, window)
  const quit = quitInOrder(service, [() => tray.destroy(), window.destroy])
  const updates = createUpdates(service.settings.values.updates_url, quit)
  handleBridge(service, updates)
  forwardPowerEvents(service)
  const page = links.follow(window.show)
  if (page || !startedAtLogin()) window.show(page)
  updates.watch()
}

function exitWithFailure(error: Error): void {
  showStartFailure(error)
  app.exit(1)
}
