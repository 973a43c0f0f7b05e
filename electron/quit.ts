import { app, dialog } from 'electron'
import type { App } from '../server/app.ts'

/** Quits cleanly: asks for confirmation if calls are running, lets them end, stops the service, then removes the tray and the window. */
export function quitInOrder(service: App, cleanups: (() => void)[]): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'

  async function stop() {
    const running = service.running()
    if (running > 0 && !(await confirmsQuit(running, service.settings.values.drain_seconds))) {
      state = 'running'
      return
    }
    await service.stop()
    for (const end of cleanups) end()
    state = 'stopped'
    // Not `exit`: a pending update is installed when the app quits.
    app.quit()
  }

  app.on('window-all-closed', () => undefined) // The tray and the service remain.
  app.on('before-quit', event => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    stop().catch(() => app.exit(1))
  })
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
