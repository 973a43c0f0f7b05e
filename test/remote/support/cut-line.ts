import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a local port that the test can cut, as a network does: neither end is told. */
export interface CutLine {
  url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startCutLine(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(from => {
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', bytes => !isCut && other.write(bytes))
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
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
