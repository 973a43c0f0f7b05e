import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  nkeys,
} from '@nats-io/transport-node'
import { fileSentence } from '../base/file-errors.ts'

/** The broker's address, and the files for signing in: credentials, and the certificate authority that signed its certificate. */
export interface BrokerAddress {
  url: string
  creds: string | null
  ca: string | null
}

const RETRY_MS = 1_000
/** Interval of pings. A silently broken connection is detected after two of them. */
const PING_MS = 4_000

/** The connecting side: the name that the broker shows, and the subject prefix for replies. */
interface ClientIdentity {
  name: string
  inbox: string
}

/** Connects once. The client reconnects by itself when the connection breaks. */
async function connectToBroker({ url, creds, ca }: BrokerAddress, { name, inbox }: ClientIdentity) {
  const servers = url.split(',').map(server => server.trim())
  // The client ignores the scheme of the address: without this option it would connect in plain text.
  const needsTls = ca !== null || servers.some(server => server.startsWith('tls://'))
  const options = {
    servers,
    name,
    inboxPrefix: inbox,
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(creds && { authenticator: authenticatorOf(creds, await readBrokerFile('credentials', creds)) }),
    ...(needsTls && {
      tls: {
        ...(ca !== null && { ca: (await readBrokerFile('certificate', ca)).toString() }),
        checkServerIdentity: identityCheckOf(servers),
      },
    }),
  }
  return connect(options).catch(error => {
    throw new Error(`There is no connection to the broker ${url}: ${reasonOf(error)}`)
  })
}

/**
 * Checks the certificate of a broker that is named by its IP address for that address. The client passes Node no name for
 * such a broker, and Node then checks for `localhost`.
 */
function identityCheckOf(servers: string[]) {
  const hosts = servers.map(server => new URL(server).hostname.replace(/^\[|\]$/g, ''))
  return (name: string, certificate: PeerCertificate) => {
    const names = name === 'localhost' ? hosts : [name]
    const errors = names.map(each => checkServerIdentity(each, certificate))
    return errors.includes(undefined) ? undefined : errors[0]
  }
}

/** Says why the broker cannot be used. What the client and Node advise does not apply here. */
function reasonOf({ message }: Error): string {
  if (/altnames/.test(message))
    return `${message}. Name the broker as its certificate does, or create one with subjectAltName for this address.`
  if (/certificate/i.test(message))
    return `${message.split(';')[0]}. Name the certificate of the authority that signed it: --nats-ca FILE`
  if (/authorization violation/i.test(message))
    return 'it does not accept these credentials. Name others: --nats-creds FILE'
  return message
}

/** Reads a file again at each attempt, because it may be created later. */
const readBrokerFile = (kind: string, path: string) =>
  readFile(path).catch(error => {
    // The error of a read does not contain the path.
    throw new Error(
      `The ${kind} for the broker cannot be read. ${fileSentence({ ...error, path }) ?? error.message}`,
    )
  })

/**
 * Creates the authenticator for a credentials file. A file with a token and a seed is a .creds file; a seed alone belongs
 * to an nkey, which the configuration of the broker lists.
 */
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

/** Each attempt has an inbox of its own, below the prefix that the configuration of the broker names. */
const UNIQUE_INBOX = /(_INBOX_[^.]+)\.[^"]+/

/** A connection that is kept open until `stop`. */
interface PersistentConnection {
  isConnected(): boolean
  stop(): Promise<void>
}

/**
 * Keeps a connection open, retrying from the first attempt on. `use` runs for each new connection, but not after a
 * reconnect. A repeated error is reported only once, until a different one occurs.
 */
export function keepConnected(
  address: BrokerAddress,
  {
    use,
    report,
    ...identity
  }: ClientIdentity & { use: (nc: NatsConnection) => Promise<void>; report: (error: Error) => void },
): PersistentConnection {
  const stopped = new AbortController()
  let current: NatsConnection | undefined
  let isConnected = false
  let lastError = ''

  async function watchStatus(nc: NatsConnection) {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') isConnected = false
      // The client itself tries again from here, and does not report its attempts.
      if (status.type === 'disconnect' && !stopped.signal.aborted)
        reportOnce(
          new Error(
            `The connection to the broker ${status.server} broke. It is restored as soon as the broker answers.`,
          ),
        )
      if (status.type === 'reconnect') {
        isConnected = true
        lastError = ''
      }
      // For example, the key of this side lacks the permission to publish.
      if (status.type === 'error') reportOnce(status.error)
    }
  }

  async function connectAndUse() {
    current = await connectToBroker(address, identity)
    if (stopped.signal.aborted) return current.close()
    isConnected = true
    void watchStatus(current)
    await use(current)
    lastError = ''
    const error = await current.closed()
    if (error) throw error
  }

  function reportOnce(error: Error) {
    const text = error.message.replace(UNIQUE_INBOX, '$1.>')
    if (text !== lastError) report(new Error(text))
    lastError = text
  }

  async function loop() {
    while (!stopped.signal.aborted) {
      await connectAndUse().catch(reportOnce)
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
