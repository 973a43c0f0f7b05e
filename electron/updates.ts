import { dialog } from 'electron'
import updater from 'electron-updater'
import { DAY } from '../server/base/times.ts'

/** What an update check found: `off` where no feed is set, else `none`, the newer version, or why it failed. */
export type UpdateState =
  | { state: 'off' | 'none' }
  | { state: 'found'; version: string }
  | { state: 'failed'; error: string }

/** Looks for newer versions of the app. */
export interface Updates {
  check(): Promise<UpdateState>
  /** Checks now and daily, where a feed is set; nothing is downloaded before the user says so. */
  watch(): void
}

/** Without a feed nothing is ever asked. */
export function createUpdates(feed: string | null): Updates {
  const off: UpdateState = { state: 'off' }
  if (!feed) return { check: async () => off, watch: () => undefined }
  const { autoUpdater } = updater
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })

  const check = async (): Promise<UpdateState> => {
    try {
      const found = await autoUpdater.checkForUpdates()
      if (!found?.isUpdateAvailable) return { state: 'none' }
      const { version } = found.updateInfo
      void offer(version).catch(showUpdateFailure)
      return { state: 'found', version }
    } catch (error) {
      return { state: 'failed', error: (error as Error).message }
    }
  }

  async function offer(version: string) {
    if (!(await agrees(`Winnow ${version} is available.`, 'Download'))) return
    await autoUpdater.downloadUpdate()
    if (await agrees(`Winnow ${version} is ready.`, 'Restart now')) autoUpdater.quitAndInstall()
    else autoUpdater.autoInstallOnAppQuit = true
  }

  return {
    check,
    watch() {
      void check()
      setInterval(check, DAY).unref()
    },
  }
}

async function agrees(message: string, button: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({ message, buttons: [button, 'Later'], cancelId: 1 })
  return response === 0
}

const showUpdateFailure = (error: Error) => dialog.showErrorBox('The update failed.', error.message)
