import { app, dialog } from 'electron'
import type { App } from '../server/app.ts'

/** Quits, unless the user keeps running calls. `end` ends the app after everything else. */
export type Quit = (end: () => void) => void

/**
 * Quits cleanly: asks for confirmation if calls are running, lets them end, stops the service, then removes the tray and the
 * window. Returns a function that does the same for an update, which has to be installed last.
 */
export function quitInOrder(service: App, cleanups: (() => void)[]): Quit {
  let state: 'running' | 'stopping' | 'stopped' = 'running'

  async function stop(end: () => void) {
    const running = service.running()
    if (running > 0 && !(await confirmsQuit(running, service.settings.values.drain_seconds))) {
      state = 'running'
      return
    }
    await service.stop()
    for (const cleanUp of cleanups) cleanUp()
    state = 'stopped'
    end()
  }

  const quit: Quit = end => {
    if (state !== 'running') return
    state = 'stopping'
    stop(end).catch(() => app.exit(1))
  }

  app.on('window-all-closed', () => undefined) // The tray and the service remain.
  app.on('before-quit', event => {
    if (state === 'stopped') return
    event.preventDefault()
    // Not `exit`: a downloaded update is installed when the app quits.
    quit(() => app.quit())
  })
  return quit
}

async function confirmsQuit(running: number, seconds: number): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: running === 1 ? 'One call is running.' : `${running} calls are running.`,
    detail: `Quitting waits for them, up to ${seconds} s, then cancels what is left. A cancelled call costs nothing.`,
    buttons: ['Quit', 'Keep running'],
    cancelId: 1,
  })
  return response === 0
}
