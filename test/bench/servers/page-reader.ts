import { readFileSync, writeFileSync } from 'node:fs'
import { AppError } from '../../../server/base/errors.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import type { CompiledParser } from '../../../server/parsers/compile/compiled-parser.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { peakOf } from '../../support/process-use.ts'
import { listingSchema } from '../pages/listing.ts'
import { listingPlan } from '../pages/listing-plan.ts'

/** A file, and how often to read it. */
export interface ReadingRound {
  file: string
  times: number
}

/** The figures of a reader for one page. Times are per reading. */
export interface PageReading {
  ms: number
  /** CPU time of all its threads, which other work on the machine hardly changes. */
  cpuMs: number
  /** The peak memory of the process during the round, less what it had before. */
  growthMb: number
  /** Null if the page was refused. */
  data: unknown
}

const [name = ''] = process.argv.slice(2)

/** Returns null for a page that is refused, because it has more elements than any real page. Refusing takes time, too. */
function readUnlessRefused(parser: CompiledParser, bytes: Buffer): unknown {
  try {
    return runParser(parser, { text: bytes }).data
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function createReader(): Promise<(bytes: Buffer) => unknown> {
  if (name === 'winnow') {
    // The first reading compiles it, as the anchors compile their selectors.
    let parser: CompiledParser | undefined
    return bytes => {
      parser ??= compileParser(listingSchema)
      return readUnlessRefused(parser, bytes)
    }
  }
  const { engines } = await import('../anchors/page-engines.mjs')
  const engine = engines[name as keyof typeof engines]
  return bytes => engine(bytes, listingPlan)
}

const read = await createReader()

function readTimes({ file, times }: ReadingRound): PageReading {
  const bytes = readFileSync(file)
  const before = process.memoryUsage().rss
  forgetPeak()
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let data: unknown
  for (let i = 0; i < times; i++) data = read(bytes)
  const ms = (performance.now() - startedAt) / times
  const { user, system } = process.cpuUsage(cpuBefore)
  const growthMb = (peakBytes() - before) / 1e6
  return { ms, cpuMs: (user + system) / 1000 / times, growthMb, data }
}

/** Resets the peak memory that Linux records. On other systems, the peak is that of the whole life of the process. */
function forgetPeak() {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {}
}

const peakBytes = () => (peakOf(process.pid) ?? process.resourceUsage().maxRSS / 1024) * 1_048_576

process.on('message', (round: ReadingRound) => process.send?.(readTimes(round)))
process.send?.('ready')
