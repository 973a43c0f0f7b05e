import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { encodeError } from './encode-ending.ts'

/** Longest wait for a client to read its answer and disconnect. */
const LINGER_MS = 1_000

/** `_httpMessage` is the answer whose turn it is; Node's own handler of such errors uses it, too. */
type ServedSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Answers what is refused before it becomes a request, in the format of all other errors: not HTTP, too large a head, too slow,
 * CONNECT. `headLimits` says in the error what a head may have.
 */
export function answerBrokenRequests(server: Server, headLimits: string) {
  /** Connections whose next bytes are broken, and that still owe an answer. More such bytes report the error again. */
  const answering = new WeakSet<Socket>()

  const answer = (error: AppError, socket: ServedSocket) => {
    answering.delete(socket)
    const current = socket._httpMessage
    if (!socket.writable) socket.destroy()
    else if (current?.req.complete) {
      // The broken bytes follow a complete request. Its answer comes first, and is not mixed with theirs.
      answering.add(socket)
      current.once('finish', () => setImmediate(answer, error, socket))
    } else if (current?.headersSent) socket.destroy()
    else {
      socket.setTimeout(LINGER_MS, () => socket.destroy())
      socket.end(messageOf(error))
    }
  }

  // Without a listener, Node closes such a connection without an answer. With one, it no longer listens for errors.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    answer(notAProxy(), socket)
  })

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    if (!answering.has(socket)) answer(asAppError(error, headLimits), socket)
  })
}

const notAProxy = () =>
  new AppError('invalid_input', 'Winnow is not a proxy, so it does not take CONNECT.', {
    hint: 'Send the request itself, such as GET /v1/apis.',
  })

function asAppError({ code }: NodeJS.ErrnoException, headLimits: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'head_too_large',
      'The address and headers of the request are too long, or there are too many headers.',
      {
        hint: `They may have ${headLimits}. Send long values in the body, with POST, and only the headers that the call needs.`,
      },
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time.', { hint: 'Send it again.' })
  return new AppError('invalid_input', 'This is not a valid HTTP request.')
}

/** A complete HTTP message that closes the connection. */
function messageOf(error: AppError): string {
  const { status, headers, body } = encodeError(error, newId('req', Date.now()))
  const allHeaders = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
