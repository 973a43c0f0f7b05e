import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  nkeys,
} from '@nats-io/transport-node'
import { fileSentence } from '../base/file-errors.ts'

/** Where the broker is, and how one signs in: files of credentials and of the authority that signed its certificate. */
export interface BrokerAddress {
  url: string
  creds: string | null
  ca: string | null
}

const RETRY_MS = 1_000
/** A connection that is silently dead is noticed after two of these. */
const PING_MS = 4_000

/** Who connects: the name that the broker shows, and where answers arrive. */
export interface Connecting {
  name: string
  inbox: string
}

/** Connects once. The client connects by itself again when the connection breaks. */
async function connectToBroker({ url, creds, ca }: BrokerAddress, { name, inbox }: Connecting) {
  const servers = url.split(',').map(server => server.trim())
  // The client itself takes no notice of how an address begins: without this it would go on in plain text.
  const needsTls = ca !== null || servers.some(server => server.startsWith('tls://'))
  return connect({
    servers,
    name,
    inboxPrefix: inbox,
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(creds && { authenticator: authenticatorOf(creds, await fileOf('credentials', creds)) }),
    ...(needsTls && { tls: ca === null ? {} : { ca: (await fileOf('certificate', ca)).toString() } }),
  })
}

/** Each try reads it again: it may be put there later. */
const fileOf = (what: string, path: string) =>
  readFile(path).catch(error => {
    // An error of a read names no path.
    throw new Error(
      `The ${what} for the broker cannot be read. ${fileSentence({ ...error, path }) ?? error.message}`,
    )
  })

/** A file of credentials holds a token and a seed; one with a seed alone belongs to a key that the broker's own file names. */
function authenticatorOf(path: string, file: Buffer) {
  if (file.includes('BEGIN NATS USER JWT')) return credsAuthenticator(file)
  const seed = Buffer.from(file.toString().trim())
  try {
    nkeys.fromSeed(seed)
  } catch {
    throw new Error(
      `${path} holds no credentials for the broker: it is neither a .creds file nor the seed of an nkey.`,
    )
  }
  return nkeyAuthenticator(seed)
}

/** A connection that is kept up until `stop`. */
export interface KeptConnection {
  isConnected(): boolean
  stop(): Promise<void>
}

/**
 * Keeps a connection up, from the first try on. `use` begins with each connection that is new; one that was only
 * broken for a while goes on. An error is reported once, until another one comes.
 */
export function keepConnected(
  address: BrokerAddress,
  {
    use,
    report,
    ...who
  }: Connecting & { use: (nc: NatsConnection) => Promise<void>; report: (error: Error) => void },
): KeptConnection {
  const stopped = new AbortController()
  let current: NatsConnection | undefined
  let isConnected = false
  let lastError = ''

  async function follow(nc: NatsConnection) {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') isConnected = false
      if (status.type === 'reconnect') isConnected = true
      // Such as that the key of this side does not allow it to say something.
      if (status.type === 'error') note(status.error)
    }
  }

  async function live() {
    current = await connectToBroker(address, who)
    if (stopped.signal.aborted) return current.close()
    isConnected = true
    lastError = ''
    void follow(current)
    await use(current)
    const error = await current.closed()
    if (error) throw error
  }

  function note(error: Error) {
    if (error.message !== lastError) report(error)
    lastError = error.message
  }

  async function loop() {
    while (!stopped.signal.aborted) {
      await live().catch(note)
      isConnected = false
      await current?.close().catch(() => undefined)
      await sleep(RETRY_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
  }
  void loop()

  return {
    isConnected: () => isConnected,
    async stop() {
      stopped.abort()
      await current?.close().catch(() => undefined)
    },
  }
}
