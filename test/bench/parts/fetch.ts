import type { Round, RoundTimes } from '../clients/serve-rounds.ts'
import { type Kept, median, start, startKept } from '../contestants.ts'
import { report } from '../report.ts'
import { type Row, row } from '../row.ts'

/** Short ones and many: a ratio is taken within a round, so that a machine that is busy for a while slows both. */
const ROUNDS = 25
const AT_ONCE = 16
const PAGES = [
  { name: '1 KB', bytes: 1_024, count: 3_000 },
  { name: '500 KB', bytes: 512_000, count: 300 },
]

type Client = Kept<Round, RoundTimes>

interface Rounds {
  perSecond: number[]
  cpuMicroseconds: number[]
}

/** Pages from a site in a third process, over kept-alive connections: pages a second, rounds in turn, medians. */
export async function fetchPages() {
  const site = await start('./servers/site.ts', '')
  const ours = await startKept<Round, RoundTimes>('./clients/winnow.ts')
  const anchor = await startKept<Round, RoundTimes>('./clients/undici-request.ts')
  try {
    const rows: Record<string, Row & Record<'CPU µs' | 'half of the ratios', string>> = {}
    for (const page of PAGES)
      rows[`fetch of ${page.name}`] = await compare([ours, anchor], site.address, page)
    report('Fetching pages from a local site', rows)
  } finally {
    for (const process of [site, ours, anchor]) process.stop()
  }
}

async function compare(
  clients: [ours: Client, anchor: Client],
  origin: string,
  page: (typeof PAGES)[number],
) {
  const round = { origin, path: `/${page.bytes}`, count: page.count, atOnce: AT_ONCE }
  const [mine, theirs] = await inTurn(clients, round)
  const medians: [number, number] = [median(mine.perSecond), median(theirs.perSecond)]
  const ratios = mine.perSecond.map((rate, i) => rate / theirs.perSecond[i]!).toSorted((a, b) => a - b)
  const quarter = Math.floor(ROUNDS / 4)
  return {
    ...row(medians, '/s', 'more', 'undici.request, body as a Buffer'),
    ratio: Number(median(ratios).toFixed(2)),
    'CPU µs': [mine, theirs].map(({ cpuMicroseconds }) => median(cpuMicroseconds).toFixed(0)).join(' : '),
    'half of the ratios': `${ratios[quarter]!.toFixed(2)} to ${ratios.at(-1 - quarter)!.toFixed(2)}`,
  }
}

async function inTurn(clients: [Client, Client], round: Round) {
  const rounds = clients.map((): Rounds => ({ perSecond: [], cpuMicroseconds: [] })) as [Rounds, Rounds]
  for (const client of clients) await client.run(round)
  for (let i = 0; i < ROUNDS; i++)
    for (const [at, client] of clients.entries()) {
      const { ms, cpuMs } = await client.run(round)
      rounds[at]!.perSecond.push((round.count / ms) * 1000)
      rounds[at]!.cpuMicroseconds.push((cpuMs / round.count) * 1000)
    }
  return rounds
}
