import { connect, type Socket } from 'node:net'

/** An answer as it came over the socket. */
export interface RawAnswer {
  status: number
  headers: Map<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

/** A client that writes arbitrary bytes, whether it is answered or not. */
interface RawClient {
  /** Writes once the socket has room. False when the server has closed the connection. */
  write(bytes: string | Uint8Array): Promise<boolean>
  /** The whole answer. Rejects when the connection ends without one. */
  answer: Promise<RawAnswer>
  close(): void
}

/** Opens a connection to `url` and starts a request there. */
export function startRequest(url: string, head: string[]): RawClient {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = readAnswer(socket)
  // A test may read the answer only after it has written everything.
  answer.catch(() => undefined)
  socket.write([`POST ${pathname} HTTP/1.1`, `Host: ${host}`, ...head, '', ''].join('\r\n'))
  return { answer, write: bytes => write(socket, bytes), close: () => socket.destroy() }
}

const write = (socket: Socket, bytes: string | Uint8Array) =>
  new Promise<boolean>(resolve => {
    if (!socket.writable) return resolve(false)
    const end = () => resolve(false)
    socket.once('close', end)
    socket.write(bytes, error => {
      socket.off('close', end)
      resolve(!error)
    })
  })

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', chunk => {
      text += chunk
      const answer = parseAnswer(text)
      if (answer) resolve(answer)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection ended after: ${text.slice(0, 200)}`)))
  })
}

/** Null while the answer is not complete. */
function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine = '', ...fields] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    fields.map((field): [string, string] => {
      const [name = '', ...value] = field.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  const body = Buffer.from(text.slice(end + 4))
  if (body.length < Number(headers.get('content-length'))) return null
  return { status: Number(statusLine.split(' ')[1]), headers, json: JSON.parse(body.toString()) }
}
