import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { publicFiles } from '../../html/support/public-pages.ts'
import { median, type RoundProcess, startRoundProcess } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { asMeasure, measureOf } from '../measure.ts'
import { report } from '../report.ts'
import { atMost } from '../row.ts'
import type { RealPage, RealPagesReading } from '../servers/real-reader.ts'

const READERS = ['winnow', 'cheerio', 'htmlparser2 + css-select', 'parse5 + css-select', 'lol-html']
const ROUNDS = 5
const FIELDS = ['title', 'description', 'h1', 'links'] as const
const AIMS: Record<string, number> = { cheerio: 0.08 }
/** The share of pages that must give the same values as with parse5. */
const SAME_AIM = 0.995

/**
 * Reads the title, description, h1 and all links with their texts of real pages, and counts how many pages give the same
 * values as with parse5.
 */
export async function real(folder: string) {
  const pages = publicFiles('pages', '.html')
  if (typeof pages === 'string') return console.log(`real: left out, ${pages}`)
  const file = join(folder, 'pages.json')
  writeFileSync(file, JSON.stringify(pages.map(([, text]) => text)))
  const rounds = await readInTurn(file)
  const timesOf = (name: string) => rounds[name]!.map(({ ms }) => ms)
  const oracle = rounds['parse5 + css-select']![0]!.data
  const rows = READERS.map(name => {
    const { data } = rounds[name]![0]!
    const measure = measureOf(timesOf('winnow'), timesOf(name), 'less')
    const same = data.filter((page, at) => isDeepStrictEqual(page, oracle[at])).length
    return [
      name,
      asMeasure(
        {
          'ms in all': Math.round(median(timesOf(name))),
          'winnow to it': measure.ratio,
          aim: atMost(AIMS[name]),
          'pages as in parse5': `${same} of ${pages.length}`,
          'aim of pages': name === 'winnow' ? `≥ ${Math.ceil(SAME_AIM * pages.length)}` : '',
          'pages that differ in': differences(data, oracle),
        },
        measure,
      ),
    ]
  })
  report('Real pages', Object.fromEntries(rows))
}

async function readInTurn(file: string) {
  const readers: Record<string, RoundProcess<object, RealPagesReading>> = {}
  try {
    for (const name of READERS)
      readers[name] = await startRoundProcess('./servers/real-reader.ts', name, file)
    return await inTurn(readers, reader => reader.run({}), ROUNDS)
  } finally {
    for (const reader of Object.values(readers)) reader.stop()
  }
}

/** The fields that differ on some pages, each with the number of such pages. */
function differences(data: RealPage[], oracle: RealPage[]): string {
  const differenceCounts = FIELDS.map(field => {
    const differing = data.filter((page, at) => !isDeepStrictEqual(page[field], oracle[at]![field]))
    return [field, differing.length] as const
  })
  return differenceCounts.flatMap(([field, count]) => (count ? `${field} (${count})` : [])).join(', ')
}
