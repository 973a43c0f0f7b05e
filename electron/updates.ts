import { app, dialog } from 'electron'
import updater from 'electron-updater'
import { DAY } from '../server/base/times.ts'
import type { Quit } from './quit.ts'

/** The result of an update check: `off` if no feed is set, otherwise `none`, the newer version, or the error. */
export type UpdateState =
  | { state: 'off' | 'none' }
  | { state: 'found'; version: string }
  | { state: 'failed'; error: string }

/** Checks for newer versions of the app. */
export interface Updates {
  check(): Promise<UpdateState>
  /** Checks now and then daily, if a feed is set. Downloads nothing before the user agrees. */
  watch(): void
}

/** Creates the update check. Without a feed it never sends a request. A downloaded update is installed when the app quits. */
export function createUpdates(feed: string | null, quit: Quit): Updates {
  const off: UpdateState = { state: 'off' }
  if (!feed) return { check: async () => off, watch: () => undefined }
  const { autoUpdater } = updater
  autoUpdater.autoDownload = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })

  /** Whether an update is being offered or downloaded, so that a later check does not offer it again. */
  let isOffered = false

  const check = async (): Promise<UpdateState> => {
    try {
      const result = await autoUpdater.checkForUpdates()
      if (!result?.isUpdateAvailable) return { state: 'none' }
      const { version } = result.updateInfo
      if (!isOffered) void offer(version).catch(showUpdateFailure)
      return { state: 'found', version }
    } catch (error) {
      return { state: 'failed', error: (error as Error).message }
    }
  }

  async function offer(version: string) {
    isOffered = true
    try {
      if (!(await agrees(`Winnow ${version} is available.`, 'Download'))) return
      await autoUpdater.downloadUpdate()
      if (await agrees(`Winnow ${version} is ready.`, 'Restart now', LATER)) quit(install)
    } finally {
      isOffered = false
    }
  }

  /** Installs the update and starts it. If that fails, the app still quits. */
  function install() {
    autoUpdater.once('error', () => app.quit())
    // The new version starts while this process is still ending, and would take it for the first instance.
    app.releaseSingleInstanceLock()
    autoUpdater.quitAndInstall()
  }

  return {
    check,
    watch() {
      void check()
      setInterval(check, DAY).unref()
    },
  }
}

const LATER = 'Otherwise, it is installed when you quit Winnow.'

async function agrees(message: string, button: string, detail = ''): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    message,
    detail,
    buttons: [button, 'Later'],
    cancelId: 1,
  })
  return response === 0
}

const showUpdateFailure = (error: Error) => dialog.showErrorBox('The update failed.', error.message)
