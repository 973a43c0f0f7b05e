import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median, startRoundProcess } from '../contestants.ts'
import { PAGE_READER } from '../page-readers.ts'
import { HOSTILE, HOSTILE_TO_ANCHORS } from '../pages/hostile.ts'
import { listingPage } from '../pages/listing.ts'
import { tablePage } from '../pages/table.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'
import { atMost } from '../row.ts'
import type { PageReading, ReadingRound } from '../servers/page-reader.ts'

const BYTES = 16_000_000
const ROUNDS = 3
const AIM = 5
const PAGES: Record<string, (bytes: number) => string> = {
  listing: listingPage,
  table: tablePage,
  ...HOSTILE,
}

const SMALL_BYTES = 400_000
const CAP_MS = 8_000
const READERS = ['winnow', 'cheerio', 'htmlparser2 + css-select', 'lol-html']

/**
 * Compares pages that are made to keep a reader busy with a listing and a table of their size, and Winnow with other
 * readers.
 */
export async function hostile(folder: string) {
  report('Hostile pages of 16 MB', await againstNormalPages(folder))
  report('Hostile pages of 400 KB, ms', await againstReaders(join(folder, 'hostile.html')))
}

interface ReadTimes {
  first: number
  warm: number
  isRefused: boolean
}

/** Reads the pages alternately, each twice in a new process, so that no page runs code that another one has warmed up. */
async function againstNormalPages(folder: string) {
  const rounds: Record<string, ReadTimes[]> = {}
  const fileOf = (name: string) => join(folder, `${name}.html`)
  for (const [name, make] of Object.entries(PAGES)) writeFileSync(fileOf(name), make(BYTES))
  for (let round = 0; round < ROUNDS; round++)
    for (const name of Object.keys(PAGES))
      rounds[name] = [...(rounds[name] ?? []), await readTwice(fileOf(name))]
  for (const name of Object.keys(PAGES)) rmSync(fileOf(name))
  const msOf = (name: string, step: 'first' | 'warm') => median(rounds[name]!.map(times => times[step]))
  const rows = Object.keys(PAGES).map(name => {
    const ratio = (normal: string, step: 'first' | 'warm') => rounded(msOf(name, step) / msOf(normal, step))
    return [
      name,
      {
        'ms, warm': Math.round(msOf(name, 'warm')),
        'of a listing': ratio('listing', 'warm'),
        'of a table': ratio('table', 'warm'),
        aim: name in HOSTILE ? atMost(AIM) : '',
        'first, ms': Math.round(msOf(name, 'first')),
        'first of a listing': ratio('listing', 'first'),
        'first of a table': ratio('table', 'first'),
        answer: rounds[name]!.some(({ isRefused }) => isRefused) ? 'refused' : 'read',
      },
    ]
  })
  return Object.fromEntries(rows)
}

async function readTwice(file: string): Promise<ReadTimes> {
  const reader = await startRoundProcess<ReadingRound, PageReading>(PAGE_READER, 'winnow')
  try {
    const first = await reader.run({ file, times: 1 })
    const warm = await reader.run({ file, times: 1 })
    return { first: first.ms, warm: warm.ms, isRefused: warm.data === null }
  } finally {
    reader.stop()
  }
}

/** Each cell is the first reading of a separate process, which is killed when its time is up. */
async function againstReaders(file: string) {
  const rows: Record<string, Record<string, string>> = {}
  for (const [name, make] of Object.entries(HOSTILE_TO_ANCHORS)) {
    writeFileSync(file, make(SMALL_BYTES))
    const row: Record<string, string> = {}
    for (const reader of READERS) row[reader] = await cappedMs(reader, file)
    rows[name] = row
  }
  return rows
}

async function cappedMs(name: string, file: string): Promise<string> {
  const reader = await startRoundProcess<ReadingRound, PageReading>(PAGE_READER, name)
  const timer = new AbortController()
  try {
    const timeout = pause(CAP_MS, null, { signal: timer.signal }).catch(() => null)
    const reading = await Promise.race([reader.run({ file, times: 1 }), timeout])
    return reading ? reading.ms.toFixed(0) : `> ${CAP_MS}`
  } finally {
    timer.abort()
    reader.stop()
  }
}
