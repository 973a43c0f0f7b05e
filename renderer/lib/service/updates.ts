import { follow, type OutputOf } from './client.ts'
import { checkConnection, untilConnected } from './connection.ts'

type Updates = OutputOf<'update-events'>
export type Update = Updates['updates'][number]

/**
 * Messages between windows: updates, the loss of the stream (`lost`), and a new window's question whether another window
 * follows it.
 */
type WindowMessage = Updates | 'lost' | 'who follows?' | 'followed'

/** The receiver of updates. */
interface UpdateListener {
  /** Called when records have changed; null if all records may have changed. */
  changed(updates: readonly Update[] | null): void
  /** Called when the stream opens or is lost. Without it, everything has to be polled. */
  followed(is: boolean): void
}

const RECONNECT_MS = 2_000

/**
 * Follows the updates of an account until `signal` aborts. Browsers limit the connections to one host, so only one of the
 * windows of the account opens the stream and shares it with the others. When it closes, another window takes over.
 */
export function followUpdates(account: string, listener: UpdateListener, signal: AbortSignal): void {
  const name = `winnow.updates.${account}`
  const channel = new BroadcastChannel(name)
  let isLeader = false
  let isOpen = false

  const onUpdates = (updates: Updates) => {
    isOpen = true
    listener.followed(true)
    listener.changed(updates.reset ? null : updates.updates)
  }
  const onLost = () => {
    isOpen = false
    listener.followed(false)
    void checkConnection()
  }
  channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => {
    if (data === 'lost') onLost()
    else if (data === 'followed') listener.followed(true)
    else if (data !== 'who follows?') onUpdates(data)
    else if (isLeader && isOpen) channel.postMessage('followed' satisfies WindowMessage)
  }

  async function followStream(): Promise<void> {
    isLeader = true
    while (!signal.aborted) {
      await untilConnected()
      await follow(
        'update-events',
        {},
        updates => {
          onUpdates(updates)
          channel.postMessage(updates satisfies WindowMessage)
        },
        signal,
      ).catch(() => undefined)
      if (signal.aborted) return
      onLost()
      channel.postMessage('lost' satisfies WindowMessage)
      await new Promise(resolve => setTimeout(resolve, RECONNECT_MS))
    }
  }

  signal.addEventListener('abort', () => channel.close())
  channel.postMessage('who follows?' satisfies WindowMessage)
  // Without TLS, browsers offer Web Locks on loopback addresses only. On other addresses there is no stream and everything
  // is polled.
  navigator.locks?.request(name, { signal }, followStream).catch(() => undefined)
}
