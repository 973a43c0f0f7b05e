import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The connection to the service: `away` while it does not answer, `signed-out` while it refuses the window's cookie. */
type Connection = 'open' | 'away' | 'signed-out'

/** The sign-in endpoint, which answers every window that is signed in. */
export const SIGN_IN_PATH = '/admin/sign-in'

const RETRY_MS = 700

let connection: Connection = 'open'
/** The command that prints a sign-in address, as the service names it. */
let signInCommand: string | null = null
let pendingCheck: Promise<Connection> | null = null
const listeners = new Set<() => void>()
/** Resolvers of the callers that wait for the service. */
let waitingCallers: (() => void)[] = []

// TanStack Query's own network check is turned off. Winnow runs on this machine and answers even when the machine is
// offline.
onlineManager.setEventListener(() => () => undefined)

/** Changes the state. Queries pause while the service is away, and resume automatically. */
function setConnection(next: Connection): void {
  if (next === connection) return
  connection = next
  onlineManager.setOnline(next === 'open')
  for (const listener of listeners) listener()
  if (next !== 'open') return
  const callers = waitingCallers
  waitingCallers = []
  for (const wake of callers) wake()
}

async function fetchConnection(): Promise<Connection> {
  try {
    const answer = await fetch(SIGN_IN_PATH, { cache: 'no-store' })
    if (answer.ok) return 'open'
    if (answer.status !== 401) return 'away'
    const [, command] = /`([^`]+)`/.exec((await answer.json()).hint) ?? []
    signInCommand = command ?? signInCommand
    return 'signed-out'
  } catch {
    return 'away'
  }
}

/** Checks whether the service answers, and checks again until it does. Concurrent checks share one request. */
export function checkConnection(): Promise<Connection> {
  pendingCheck ??= fetchConnection()
    .then(answer => {
      setConnection(answer)
      if (answer !== 'open') setTimeout(() => void checkConnection(), RETRY_MS)
      return answer
    })
    .finally(() => {
      pendingCheck = null
    })
  return pendingCheck
}

/** Resolves once the service answers this window. */
export async function untilConnected(): Promise<void> {
  if ((await checkConnection()) === 'open') return
  await new Promise<void>(resolve => waitingCallers.push(resolve))
}

/** Calls the listener after every change. Returns a function that removes it. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentConnection = () => connection

/** The command that prints a sign-in address. Known only while the window is signed out. */
export const commandToSignIn = () => signInCommand

/** The connection to the service. Components re-render when it changes. */
export const useConnection = () => useSyncExternalStore(onConnection, currentConnection)
