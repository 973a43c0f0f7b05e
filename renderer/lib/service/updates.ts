import { follow, type OutputOf } from './client.ts'
import { checkConnection, untilConnected } from './connection.ts'

type Updates = OutputOf<'update-events'>
export type Update = Updates['updates'][number]

/** What windows tell each other: updates; that the stream is lost; and, of a new window, whether anyone has it. */
type Message = Updates | 'lost' | 'who follows?' | 'followed'

/** Who is told. */
export interface UpdateReader {
  /** Some records have changed; all may have where it is null. */
  changed(updates: readonly Update[] | null): void
  /** Whether a stream is open: else everything must be asked for from time to time. */
  followed(is: boolean): void
}

const AGAIN_MS = 2_000

/**
 * Follows the updates of an account until the signal. Browsers open few connections to one host, so that one window of
 * all that show the account has the stream and tells the others; when it is closed, the next one takes its place.
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
  // Pages of a host that is not this machine have no locks without TLS: there everything is asked for from time to time.
  navigator.locks?.request(name, { signal }, lead).catch(() => undefined)
}
