import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether the service answers this window: `away` while it does not, `signed-out` while it refuses the window's cookie. */
export type Connection = 'open' | 'away' | 'signed-out'

/** What signs in answers to every window that is signed in. */
export const SIGN_IN_PATH = '/admin/sign-in'

const AGAIN_MS = 700

let connection: Connection = 'open'
/** The command that prints an address to sign in with, as the service names it. */
let signInCommand: string | null = null
let checking: Promise<Connection> | null = null
const listeners = new Set<() => void>()
/** Who waits for the service. */
let waiting: (() => void)[] = []

// Only Winnow itself counts: it answers on this machine, whether the machine has a network or not.
onlineManager.setEventListener(() => () => undefined)

/** Queries wait while the service is away, and resume automatically. */
function change(next: Connection): void {
  if (next === connection) return
  connection = next
  onlineManager.setOnline(next === 'open')
  for (const listener of listeners) listener()
  if (next !== 'open') return
  const woken = waiting
  waiting = []
  for (const wake of woken) wake()
}

async function ask(): Promise<Connection> {
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

/** Asks the service now whether it answers; while it does not, again until it does. */
export function checkConnection(): Promise<Connection> {
  checking ??= ask()
    .then(answer => {
      change(answer)
      if (answer !== 'open') setTimeout(() => void checkConnection(), AGAIN_MS)
      return answer
    })
    .finally(() => {
      checking = null
    })
  return checking
}

/** Resolves once the service answers this window. */
export async function untilConnected(): Promise<void> {
  if ((await checkConnection()) === 'open') return
  await new Promise<void>(resolve => waiting.push(resolve))
}

/** Calls the listener after every change. Returns what ends that. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentConnection = () => connection

/** The command that prints an address to sign in with; known while the window is signed out. */
export const commandToSignIn = () => signInCommand

/** Whether the service answers this window; components follow a change. */
export const useConnection = () => useSyncExternalStore(onConnection, currentConnection)
