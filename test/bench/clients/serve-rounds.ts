/** A round of fetches: `count` fetches of one address, `atOnce` at a time. */
export interface Round {
  origin: string
  path: string
  count: number
  atOnce: number
}

/** The duration of a round in milliseconds: elapsed time and CPU time. */
export interface RoundTimes {
  ms: number
  cpuMs: number
}

/** Fetches a page and returns the length of its body. */
type FetchOnce = (origin: string, path: string) => Promise<number>

/** Runs every round that the parent process requests and sends its times back. */
export function serveRounds(fetchOnce: FetchOnce): void {
  process.on('message', async (round: Round) => process.send?.(await runRound(fetchOnce, round)))
  process.send?.('ready')
}

async function runRound(fetchOnce: FetchOnce, { origin, path, count, atOnce }: Round): Promise<RoundTimes> {
  let startedFetches = 0
  const loop = async () => {
    while (startedFetches++ < count)
      if (!(await fetchOnce(origin, path))) throw new Error(`${path} came without a body.`)
  }
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, loop))
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1000 }
}
