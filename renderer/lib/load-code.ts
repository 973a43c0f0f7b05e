import { checkConnection, currentConnection, untilConnected } from './service/connection.ts'

/** The `sessionStorage` key of the time at which this window last reloaded because code was missing. */
const RELOADED_KEY = 'winnow.reloaded'
const ONCE_MS = 60_000

/**
 * Loads a part of the app; waits while the service is away. If loading fails while the service answers, the app was rebuilt
 * or the browser has cached a failure: the page is then reloaded once at the wanted address, and forms keep their drafts.
 * Throws if a reload has not helped.
 */
export async function loadCode<T>(load: () => Promise<T>, targetAddress = () => location.href): Promise<T> {
  if (currentConnection() === 'away') await untilConnected()
  try {
    return await load()
  } catch (error) {
    if ((await checkConnection()) === 'away') await untilConnected()
    return reloadFor(error, targetAddress())
  }
}

function reloadFor(error: unknown, targetAddress: string): Promise<never> {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_KEY))
  if (Date.now() - reloadedAt < ONCE_MS) throw error
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  if (targetAddress === location.href) location.reload()
  else location.assign(targetAddress)
  return new Promise(() => undefined)
}
