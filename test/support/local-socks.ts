import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** A SOCKS5 proxy on this machine (RFC 1928, RFC 1929). Every name resolves to 127.0.0.1. */
interface LocalSocks {
  port: number
  /** The targets that it was asked to connect to: `shop.test:443`, `192.0.2.1:80`. */
  asked: string[]
  /** The credentials that clients sent: `user:password`. */
  credentials: string[]
  /** Replies to every request with this code (RFC 1928, section 6) instead of connecting, until it is set to 0. */
  refuseWith(code: number): void
  close(): Promise<void>
}

const VERSION = 5
const NO_PASSWORD = 0
const PASSWORD = 2
const NOTHING_ACCEPTABLE = 0xff

/** Starts a proxy. With `credentials` (`user:password`), it refuses all other clients. */
export async function startLocalSocks(credentials?: string): Promise<LocalSocks> {
  const asked: string[] = []
  const sentCredentials: string[] = []
  const sockets = new Set<Socket>()
  let refusal = 0

  async function serve(socket: Socket) {
    const read = createReader(socket)
    const [, methods] = await read(2)
    const offeredMethods = await read(methods!)
    const method = credentials ? PASSWORD : NO_PASSWORD
    if (!offeredMethods.includes(method)) return socket.end(Buffer.from([VERSION, NOTHING_ACCEPTABLE]))
    socket.write(Buffer.from([VERSION, method]))
    if (credentials && !(await authenticate(read))) return socket.end(Buffer.from([1, 1]))
    if (credentials) socket.write(Buffer.from([1, 0]))
    const { host, port } = await readTarget(read)
    asked.push(`${host}:${port}`)
    if (refusal) return socket.end(reply(refusal))
    const site = connect(port, '127.0.0.1', () => {
      socket.write(reply(0))
      socket.off('readable', read.wake)
      pipeline(socket, site, socket, () => undefined)
    })
    site.on('error', () => socket.destroy())
  }

  async function authenticate(read: SocketReader): Promise<boolean> {
    const [, userBytes] = await read(2)
    const user = (await read(userBytes!)).toString()
    const [passwordBytes] = await read(1)
    const password = (await read(passwordBytes!)).toString()
    sentCredentials.push(`${user}:${password}`)
    return `${user}:${password}` === credentials
  }

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    serve(socket).catch(() => socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    asked,
    credentials: sentCredentials,
    refuseWith(code) {
      refusal = code
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

interface SocketReader {
  (bytes: number): Promise<Buffer>
  wake(): void
}

/** Returns a function that reads a given number of bytes from a connection. */
function createReader(socket: Socket): SocketReader {
  let wake = () => {}
  const onReadable = () => wake()
  socket.on('readable', onReadable)
  const read = async (bytes: number): Promise<Buffer> => {
    if (bytes === 0) return Buffer.alloc(0)
    for (;;) {
      const piece = socket.read(bytes)
      if (piece) return piece
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  return Object.assign(read, { wake: onReadable })
}

async function readTarget(read: SocketReader): Promise<{ host: string; port: number }> {
  const [, , , kind] = await read(4)
  const host = await readHost(read, kind!)
  return { host, port: (await read(2)).readUInt16BE() }
}

async function readHost(read: SocketReader, kind: number): Promise<string> {
  if (kind === 1) return [...(await read(4))].join('.')
  if (kind === 4) return `[${(await read(16)).toString('hex')}]`
  return (await read((await read(1))[0]!)).toString()
}

const reply = (code: number) => Buffer.from([VERSION, code, 0, 1, 127, 0, 0, 1, 0, 0])
