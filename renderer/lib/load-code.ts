import { checkConnection, currentConnection, untilConnected } from './service/connection.ts'

/** The `sessionStorage` key of the time at which this window last reloaded because code was missing. */
const RELOADED = 'winnow.reloaded'
const ONCE_MS = 60_000

/**
 * Loads a part of the app; waits while the service is away. If loading fails while the service answers, the app was rebuilt
 * or the browser has cached a failure: the page is then reloaded once at the wanted address, and forms keep their drafts.
 * Throws if a reload has not helped.
 */
export async function loadCode<T>(load: () => Promise<T>, wanted = () => location.href): Promise<T> {
  if (currentConnection() === 'away') await untilConnected()
  try {
    return await load()
  } catch (error) {
    if ((await checkConnection()) === 'away') await untilConnected()
    return reloadFor(error, wanted())
  }
}

function reloadFor(error: unknown, wanted: string): Promise<never> {
  const before = Number(sessionStorage.getItem(RELOADED))
  if (Date.now() - before < ONCE_MS) throw error
  sessionStorage.setItem(RELOADED, String(Date.now()))
  if (wanted === location.href) location.reload()
  else location.assign(wanted)
  return new Promise(() => undefined)
}
