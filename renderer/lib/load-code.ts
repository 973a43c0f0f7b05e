import { checkConnection, currentConnection, untilConnected } from './service/connection.ts'

/** Of this window: when it was last reloaded for code that is gone. */
const RELOADED = 'winnow.reloaded'
const ONCE_MS = 60_000

/**
 * Loads a part of the app; waits while the service is away. If the code cannot be loaded then, the app was rebuilt since, or
 * the browser remembers a failure: the page is loaded again, once, at the address that is wanted, and forms have their
 * drafts. Throws where that did not help.
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
