import { createProbe, type Probe } from '../../support/wire.ts'

/** An order to request the balance of an account repeatedly, from `begin` to `end`, in a separate process. */
export type ProbeOrder = { begin: { port: number; key: string; capMs: number } } | { end: true }

/** The longest wait in milliseconds, or the reason why there was no answer; null as the reply to `begin`. */
export type ProbeReport = number | string | null

const EVERY_MS = 1

let isOver = false
let longestWait: Promise<number | string> = Promise.resolve(0)

async function measureLongestWait(probe: Probe): Promise<number | string> {
  let longest = 0
  while (!isOver) {
    const wait = await probe.ask().catch(error => (error as Error).message)
    if (typeof wait === 'string') return wait
    longest = Math.max(longest, wait)
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
  return longest
}

async function follow(order: ProbeOrder): Promise<ProbeReport> {
  if ('end' in order) {
    isOver = true
    return longestWait
  }
  const { port, key, capMs } = order.begin
  const probe = createProbe(port, key, capMs)
  // Opens the connection. The first answer includes the time to connect, so it does not count.
  await probe.ask()
  isOver = false
  longestWait = measureLongestWait(probe).finally(() => probe.close())
  return null
}

process.on('message', async (order: ProbeOrder) => process.send?.(await follow(order)))
process.send?.('ready')
