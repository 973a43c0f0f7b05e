/** A round of fetches: so many of one address, some at once. */
export interface Round {
  origin: string
  path: string
  count: number
  atOnce: number
}

/** What a round took: milliseconds as the clock saw them, and of the processor. */
export interface RoundTimes {
  ms: number
  cpuMs: number
}

/** Gets a page and gives the length of its body. */
export type FetchOnce = (origin: string, path: string) => Promise<number>

/** Answers every round that the parent process asks for with the times of it. */
export function serveRounds(fetchOnce: FetchOnce): void {
  process.on('message', async (round: Round) => process.send?.(await runRound(fetchOnce, round)))
  process.send?.('ready')
}

async function runRound(fetchOnce: FetchOnce, { origin, path, count, atOnce }: Round): Promise<RoundTimes> {
  let begun = 0
  const loop = async () => {
    while (begun++ < count)
      if (!(await fetchOnce(origin, path))) throw new Error(`${path} came without a body.`)
  }
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, loop))
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1000 }
}
