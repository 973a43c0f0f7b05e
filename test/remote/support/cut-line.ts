import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a port of this machine that the test can cut, as a network does: without a word to either end. */
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
    /** What was on the way is lost: connections begin again. */
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
