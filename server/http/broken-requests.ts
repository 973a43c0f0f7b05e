import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { encodeError } from './encode-ending.ts'

/** Longest wait for a client to read its answer and disconnect. */
const LINGER_MS = 1_000

/** Answers what is refused before it becomes a request, in the format of all other errors: not HTTP, too large a head, too slow. */
export function answerBrokenRequests(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.setTimeout(LINGER_MS, () => socket.destroy())
    socket.end(messageOf(asAppError(error)))
  })
}

function asAppError({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'head_too_large',
      'The address and headers of the request are too long, or there are too many headers.',
      {
        hint: 'Send long values in the body, with POST, and only the headers that the call needs.',
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
