import { connect, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** The bytes of a request, in the pieces in which they are written. */
export interface Message {
  pieces: Buffer[]
  /** False if the bytes may end before the request does. The client then ends its side, and no answer is required. */
  isWhole: boolean
  /** Whether this is a HEAD request, whose answer has no body. */
  isHead?: boolean
}

/** An answer as received from the socket. */
export interface WireAnswer {
  status: number
  /** Values by lower-case name. A repeated header has several. */
  headers: Map<string, string[]>
  body: Buffer
}

/** The outcome of a message: an answer, or the reason why there is none. */
export type ExchangeOutcome = { answer: WireAnswer } | { none: 'closed' | 'silent' } | { garbled: string }

/** How long an answer may take before the service counts as stuck: far longer than an answer to a small request takes. */
const STUCK_MS = 10_000
/** How long a client that has not finished its request waits for an early answer before it ends its side, in milliseconds. */
const EARLY_MS = 15

/** Sends a message over a new connection, and reads the whole of the first answer. */
export function exchange(port: number, message: Message, stuckMs = STUCK_MS): Promise<ExchangeOutcome> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const reader = createAnswerReader(message.isHead ?? false)
  return new Promise(resolve => {
    const timers: NodeJS.Timeout[] = []
    const end = (outcome: ExchangeOutcome) => {
      for (const timer of timers) clearTimeout(timer)
      // Resets the connection instead of closing it, which avoids TIME_WAIT: long runs need more ports than there are.
      socket.resetAndDestroy()
      resolve(outcome)
    }
    socket.on('data', chunk => {
      const outcome = reader.add(chunk)
      if (outcome) end(outcome)
    })
    socket.on('error', () => end({ none: 'closed' }))
    socket.on('end', () => end(reader.end()))
    timers.push(setTimeout(() => end({ none: 'silent' }), stuckMs))
    void writeAll(socket, message.pieces).then(() => {
      if (!message.isWhole) timers.push(setTimeout(() => socket.end(), EARLY_MS))
    })
  })
}

async function writeAll(socket: Socket, pieces: Buffer[]) {
  for (const [index, piece] of pieces.entries()) {
    if (!socket.writable) return
    socket.write(piece)
    if (index < pieces.length - 1) await setImmediate()
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const MAX_HEAD_BYTES = 262_144

/** Collects the bytes of a connection until they contain a complete final answer. */
function createAnswerReader(isHead: boolean) {
  let chunks: Buffer[] = []
  let size = 0
  let head: (Omit<WireAnswer, 'body'> & { length: number | 'chunked' }) | undefined
  const bytes = () => {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks)]
    return chunks[0] ?? Buffer.alloc(0)
  }

  function readHead(): ExchangeOutcome | undefined {
    const received = bytes()
    const end = received.indexOf(HEAD_END)
    if (end < 0) return received.length > MAX_HEAD_BYTES ? garbled('a head without end') : undefined
    const answer = headOf(received.toString('latin1', 0, end))
    if (typeof answer === 'string') return garbled(answer)
    chunks = [received.subarray(end + HEAD_END.length)]
    size = chunks[0]!.length
    // A client that sent `Expect: 100-continue` gets a second head.
    if (answer.status < 200) return readHead()
    head = { ...answer, length: lengthOf(answer, isHead) }
  }

  const garbled = (reason: string): ExchangeOutcome => ({
    garbled: `${reason}: ${JSON.stringify(bytes().toString('latin1', 0, 500))}`,
  })

  function completeAnswer(): ExchangeOutcome | undefined {
    if (!head) return undefined
    const { length, ...answer } = head
    if (length !== 'chunked')
      return size < length ? undefined : { answer: { ...answer, body: bytes().subarray(0, length) } }
    // The last chunk may arrive in several pieces.
    if ((chunks.at(-1)?.length ?? 0) < LAST_CHUNK.length) bytes()
    if (!chunks.at(-1)!.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined
    const body = decodeChunks(bytes())
    return body ? { answer: { ...answer, body } } : garbled('chunks that do not fit')
  }

  return {
    add(chunk: Buffer): ExchangeOutcome | undefined {
      chunks.push(chunk)
      size += chunk.length
      return (head ? undefined : readHead()) ?? completeAnswer()
    },
    end: (): ExchangeOutcome =>
      head || size ? garbled('an answer that ends before it is whole') : { none: 'closed' },
  }
}

function lengthOf({ status, headers }: Omit<WireAnswer, 'body'>, isHead: boolean): number | 'chunked' {
  if (isHead || status === 204 || status === 304 || isStream(headers)) return 0
  if (headers.get('transfer-encoding')?.[0] === 'chunked') return 'chunked'
  return Number(headers.get('content-length')?.[0] ?? 0)
}

/** An event stream lasts as long as its job, so only its head is waited for. */
const isStream = (headers: Map<string, string[]>) =>
  headers.get('content-type')?.[0]?.startsWith('text/event-stream') ?? false

/** Returns status and headers, or a description of the fault if they are not HTTP. */
function headOf(text: string): Omit<WireAnswer, 'body'> | string {
  const [statusLine = '', ...fields] = text.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) ?[\t\x20-\x7e]*$/.exec(statusLine)?.[1]
  if (!status) return 'no status line'
  const headers = new Map<string, string[]>()
  for (const field of fields) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(field) ?? []
    if (name === undefined || value === undefined) return `no header ${JSON.stringify(field)}`
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), value])
  }
  return { status: Number(status), headers }
}

function decodeChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let index = 0; index < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', index)
    const size = Number.parseInt(bytes.toString('latin1', index, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) return null
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    index = lineEnd + 2 + size + 2
  }
  return null
}

/** A kept-alive connection that sends the same request repeatedly. */
export interface Probe {
  /** Resolves to the milliseconds until the answer arrived. Throws if its status is not 200. */
  ask(): Promise<number>
  close(): void
}

/** Creates a probe that requests the balance of a key's account, which takes the service less than a millisecond. */
export function createProbe(port: number, key: string, stuckMs = STUCK_MS): Probe {
  const request = `GET /v1/credits HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n\r\n`
  let socket: Socket | undefined
  const openSocket = () => {
    socket = socket?.writable
      ? socket
      : connect({ port, host: '127.0.0.1', noDelay: true }).setMaxListeners(0)
    return socket
  }
  return {
    async ask() {
      const startedAt = performance.now()
      const outcome = await askOver(openSocket(), request, stuckMs)
      if ('answer' in outcome && outcome.answer.status === 200) return performance.now() - startedAt
      throw new Error(`the probe was not answered: ${describeOutcome(outcome)}`)
    },
    close: () => socket?.destroy(),
  }
}

/**
 * Probes repeatedly until `work` has settled. Resolves to the longest wait in milliseconds, or to the reason why there was
 * no answer.
 */
export async function probeDuring(probe: Probe, work: Promise<unknown>): Promise<number | string> {
  let isOver = false
  const ended = () => {
    isOver = true
  }
  work.then(ended, ended)
  let longest = 0
  do {
    const waited = await probe.ask().catch(error => (error as Error).message)
    if (typeof waited === 'string') return waited
    longest = Math.max(longest, waited)
    await delay(1)
  } while (!isOver)
  return longest
}

const describeOutcome = (outcome: ExchangeOutcome) =>
  'answer' in outcome
    ? `${outcome.answer.status} ${outcome.answer.body}`
    : 'none' in outcome
      ? outcome.none
      : outcome.garbled

function askOver(socket: Socket, request: string, stuckMs: number): Promise<ExchangeOutcome> {
  const reader = createAnswerReader(false)
  return new Promise(resolve => {
    const end = (outcome: ExchangeOutcome) => {
      clearTimeout(timer)
      socket.removeAllListeners().on('error', () => socket.destroy())
      resolve(outcome)
    }
    const timer = setTimeout(() => end({ none: 'silent' }), stuckMs)
    socket.on('data', chunk => {
      const outcome = reader.add(chunk)
      if (outcome) end(outcome)
    })
    socket.on('error', () => end({ none: 'closed' }))
    socket.on('close', () => end({ none: 'closed' }))
    socket.write(request)
  })
}
