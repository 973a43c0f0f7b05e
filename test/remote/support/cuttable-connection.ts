import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a local port that the test can cut, as a network does: neither end is told. */
export interface CuttableConnection {
  url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startCuttableConnection(port: number): Promise<CuttableConnection> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const [source, target] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source)
      source.on('data', bytes => !isCut && target.write(bytes))
      source.on('error', () => undefined)
      source.on('close', () => {
        sockets.delete(source)
        target.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
    },
    /** Data that was in transit is lost, and clients must connect again. */
    mend() {
      isCut = false
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
