import { follow, type OutputOf } from './client.ts'
import { checkConnection, untilConnected } from './connection.ts'

type Updates = OutputOf<'update-events'>
export type Update = Updates['updates'][number]

/**
 * Messages between windows: updates, the loss of the stream (`lost`), and a new window's question whether another window
 * follows it.
 */
type Message = Updates | 'lost' | 'who follows?' | 'followed'

/** The receiver of updates. */
interface UpdateReader {
  /** Called when records have changed; null if all records may have changed. */
  changed(updates: readonly Update[] | null): void
  /** Called when the stream opens or is lost. Without it, everything has to be polled. */
  followed(is: boolean): void
}

const AGAIN_MS = 2_000

/**
 * Follows the updates of an account until `signal` aborts. Browsers limit the connections to one host, so only one of the
 * windows of the account opens the stream and shares it with the others. When it closes, another window takes over.
 */
export function followUpdates(account: string, reader: UpdateReader, signal: AbortSignal): void {
  const name = `winnow.updates.${account}`
  const others = new BroadcastChannel(name)
  let isLeader = false
  let isOpen = false

  const read = (updates: Updates) => {
    isOpen = true
    reader.followed(true)
    reader.changed(updates.reset ? null : updates.updates)
  }
  const lose = () => {
    isOpen = false
    reader.followed(false)
    void checkConnection()
  }
  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'lost') lose()
    else if (data === 'followed') reader.followed(true)
    else if (data !== 'who follows?') read(data)
    else if (isLeader && isOpen) others.postMessage('followed' satisfies Message)
  }

  async function lead(): Promise<void> {
    isLeader = true
    while (!signal.aborted) {
      await untilConnected()
      await follow(
        'update-events',
        {},
        updates => {
          read(updates)
          others.postMessage(updates satisfies Message)
        },
        signal,
      ).catch(() => undefined)
      if (signal.aborted) return
      lose()
      others.postMessage('lost' satisfies Message)
      await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
    }
  }

  signal.addEventListener('abort', () => others.close())
  others.postMessage('who follows?' satisfies Message)
  // Without TLS, browsers offer Web Locks on loopback addresses only. On other addresses there is no stream and everything
  // is polled.
  navigator.locks?.request(name, { signal }, lead).catch(() => undefined)
}
