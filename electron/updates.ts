import { dialog } from 'electron'
import updater from 'electron-updater'
import { DAY } from '../server/base/times.ts'

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

/** Creates the update check. Without a feed it never sends a request. */
export function createUpdates(feed: string | null): Updates {
  const off: UpdateState = { state: 'off' }
  if (!feed) return { check: async () => off, watch: () => undefined }
  const { autoUpdater } = updater
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })

  const check = async (): Promise<UpdateState> => {
    try {
      const result = await autoUpdater.checkForUpdates()
      if (!result?.isUpdateAvailable) return { state: 'none' }
      const { version } = result.updateInfo
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
