import { readFileSync } from 'node:fs'
import { compileParser } from '../../../server/parsers/compile-parser.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { listingSchema } from '../pages/listing.ts'
import { listingPlan } from '../pages/listing-plan.ts'

/** What a reader did with a page: the medium time, the growth of its process, and the data. */
export interface Reading {
  ms: number
  /** Time of all its threads for one reading: what other work on the machine hardly changes. */
  cpuMs: number
  growthMb: number
  data: unknown
}

const [name = '', file = '', times = '1'] = process.argv.slice(2)

async function createReader(): Promise<(bytes: Buffer) => unknown> {
  if (name === 'winnow') {
    const parser = compileParser(listingSchema)
    return bytes => runParser(parser, { text: bytes.toString('utf8') }).data
  }
  const { engines } = await import('../anchors/page-engines.mjs')
  const engine = engines[name as keyof typeof engines]
  return bytes => engine(bytes, listingPlan)
}

const read = await createReader()
const bytes = readFileSync(file)
const before = process.memoryUsage().rss
const timesMs: number[] = []
const cpuBefore = process.cpuUsage()
let data: unknown
for (let i = 0; i < Number(times); i++) {
  const startedAt = performance.now()
  data = read(bytes)
  timesMs.push(performance.now() - startedAt)
}
const cpu = process.cpuUsage(cpuBefore)
const cpuMs = (cpu.user + cpu.system) / 1000 / timesMs.length
const ms = timesMs.sort((a, b) => a - b)[Math.floor(timesMs.length / 2)]!
// resourceUsage gives the highest memory that the process ever had, in KB.
const growthMb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6
process.send?.({ ms, cpuMs, growthMb, data } satisfies Reading)
