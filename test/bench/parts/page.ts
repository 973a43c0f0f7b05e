import { deepStrictEqual } from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../contestants.ts'
import { afreshInTurn, inTurn } from '../in-turn.ts'
import { asMeasure, measureOf } from '../measure.ts'
import { touchMemory } from '../memory.ts'
import { firstReading, type PageReaders, startPageReaders, stopPageReaders } from '../page-readers.ts'
import { listingPage } from '../pages/listing.ts'
import { tablePage } from '../pages/table.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'
import { atMost } from '../row.ts'
import type { ReadingRound } from '../servers/page-reader.ts'

const READERS = ['winnow', 'cheerio', 'htmlparser2 + css-select', 'parse5 + css-select', 'lol-html']
const KINDS = { listing: listingPage, table: tablePage }
/**
 * A round of a few milliseconds would measure whatever else the machine does. `firsts` is the number of processes in which
 * the page is the first one read.
 */
const SIZES = [
  { bytes: 50_000, timesInRound: 100, rounds: 5, firsts: 9 },
  { bytes: 500_000, timesInRound: 10, rounds: 5, firsts: 5 },
  { bytes: 2_000_000, timesInRound: 5, rounds: 5, firsts: 3 },
  { bytes: 16_000_000, timesInRound: 1, rounds: 5, firsts: 1 },
]
/** Bytes of memory per byte of the page that the reader with the largest trees needs. */
const MEMORY_OF_BYTE = 64
/** Readings of small pages after which no reader gets any faster. */
const WARM_UP = { bytes: 50_000, times: 200 }
const SMALL_TIME_AIMS: Record<string, number> = { cheerio: 0.06, 'htmlparser2 + css-select': 0.3 }
/** For pages from 500 KB. */
const TIME_AIMS: Record<string, number> = { cheerio: 0.03, 'htmlparser2 + css-select': 0.15 }
const FIRST_AIMS: Record<string, number> = { 'htmlparser2 + css-select': 1 }
/** For pages of 16 MB. */
const GROWTH_AIMS: Record<string, number> = { cheerio: 0.08 }

/** The figures of a reader for one page. `first` is the reading of a process that has read nothing before. */
interface ReaderFigures {
  ms: number[]
  cpuMs: number
  first: { ms: number; growthMb: number }
}

/** Reads a page whose bytes are in memory: 12 fields, and rows of 6 fields. All readers return the same data. */
export async function page(folder: string) {
  const file = join(folder, 'page.html')
  const readers = await startPageReaders(READERS)
  try {
    await warmUp(readers, file)
    for (const { bytes, timesInRound, rounds, firsts } of SIZES)
      for (const [kind, make] of Object.entries(KINDS)) {
        writeFileSync(file, make(bytes))
        const before = () => touchMemory(bytes * MEMORY_OF_BYTE)
        const results = await readInTurn(readers, { file, times: timesInRound }, { rounds, firsts, before })
        const rows = Object.keys(results).map(name => [name, rowOf(name, results, bytes)])
        report(`A ${kind} of ${bytes / 1000} KB`, Object.fromEntries(rows))
      }
  } finally {
    stopPageReaders(readers)
  }
}

async function warmUp(readers: PageReaders, file: string) {
  for (const make of Object.values(KINDS)) {
    writeFileSync(file, make(WARM_UP.bytes))
    for (const reader of Object.values(readers)) await reader.run({ file, times: WARM_UP.times })
  }
}

async function readInTurn(
  readers: PageReaders,
  round: ReadingRound,
  { rounds, firsts, before }: { rounds: number; firsts: number; before(): void },
) {
  const read = (reader: PageReaders[string]) => {
    before()
    return reader.run(round)
  }
  const readFirst = (name: string) => {
    before()
    return firstReading(name, round.file)
  }
  const readings = await inTurn(readers, read, rounds)
  const names = Object.fromEntries(READERS.map(name => [name, name]))
  const firstReadings = await afreshInTurn(names, readFirst, firsts)
  const results: Record<string, ReaderFigures> = {}
  for (const [name, all] of Object.entries(readings)) {
    const first = firstReadings[name]!
    for (const { data } of [...first, ...all]) deepStrictEqual(data, readings.winnow![0]!.data, name)
    results[name] = {
      ms: all.map(({ ms }) => ms),
      cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
      first: {
        ms: median(first.map(({ ms }) => ms)),
        growthMb: median(first.map(({ growthMb }) => growthMb)),
      },
    }
  }
  return results
}

function rowOf(name: string, results: Record<string, ReaderFigures>, bytes: number) {
  const ratioOf = (figure: (result: ReaderFigures) => number) =>
    rounded(figure(results.winnow!) / figure(results[name]!))
  const { ms, cpuMs, first } = results[name]!
  const measure = measureOf(results.winnow!.ms, ms, 'less')
  const cells = {
    'ms, median': Number(median(ms).toFixed(2)),
    'winnow to it': measure.ratio,
    aim: atMost((bytes >= 500_000 ? TIME_AIMS : SMALL_TIME_AIMS)[name]),
    'CPU ms': Number(cpuMs.toFixed(2)),
    'CPU of winnow to it': ratioOf(result => result.cpuMs),
    'first, ms': Number(first.ms.toFixed(1)),
    'first of winnow to it': ratioOf(result => result.first.ms),
    'aim of first': atMost(FIRST_AIMS[name]),
    'growth in MB': Math.round(first.growthMb),
    'growth of winnow to it': ratioOf(result => result.first.growthMb),
    'aim of growth': bytes >= 16_000_000 ? atMost(GROWTH_AIMS[name]) : '',
  }
  return asMeasure(cells, measure)
}
