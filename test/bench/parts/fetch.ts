import type { Round, RoundTimes } from '../clients/serve-rounds.ts'
import { median, type RoundProcess, start, startRoundProcess } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'

/** Many short rounds: ratios are taken within a round, so that a machine that is busy for a while slows both. */
const ROUNDS = 25
const AT_ONCE = 16
const AIM = 0.9
const PAGES = [
  { name: '1 KB', path: '/1024', count: 3_000 },
  { name: '500 KB', path: '/512000', count: 300 },
  { name: '500 KB in gzip', path: '/512000.gz', count: 300 },
]

type Client = RoundProcess<Round, RoundTimes>

/**
 * Fetches pages from a site in a third process over kept-alive connections: pages per second, alternating rounds, medians.
 */
export async function fetchPages() {
  const site = await start('./servers/site.ts', '')
  const ours = await startRoundProcess<Round, RoundTimes>('./clients/winnow.ts')
  const anchor = await startRoundProcess<Round, RoundTimes>('./clients/undici-request.ts')
  try {
    const rows: Record<string, object> = {}
    for (const page of PAGES)
      rows[`fetch of ${page.name}`] = await compare({ ours, anchor }, site.address, page)
    report('Fetching pages from a local site', rows)
  } finally {
    for (const process of [site, ours, anchor]) process.stop()
  }
}

async function compare(
  clients: { ours: Client; anchor: Client },
  origin: string,
  { path, count }: (typeof PAGES)[number],
) {
  const round = { origin, path, count, atOnce: AT_ONCE }
  const { ours, anchor } = await inTurn(clients, client => client.run(round), ROUNDS)
  const perSecond = (rounds: RoundTimes[]) => rounds.map(({ ms }) => (count / ms) * 1000)
  const cpu = (rounds: RoundTimes[]) => median(rounds.map(({ cpuMs }) => (cpuMs / count) * 1000)).toFixed(0)
  return {
    ...row([perSecond(ours), perSecond(anchor)], '/s', 'more', 'undici.request, body as a Buffer', AIM),
    'CPU µs': `${cpu(ours)} : ${cpu(anchor)}`,
  }
}
