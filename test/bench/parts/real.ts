import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicFiles } from '../../html/support/public-pages.ts'
import { runOnce } from '../contestants.ts'
import { report } from '../report.ts'
import type { RealReading } from '../servers/real-reader.ts'

const READERS = ['winnow', 'cheerio', 'htmlparser2 + css-select', 'parse5 + css-select']

/** Real pages: title, description, h1 and each link with its text; how many say the same as in parse5. */
export async function real(folder: string) {
  const pages = publicFiles('pages', '.html')
  if (typeof pages === 'string') return console.log(`real: left out, ${pages}`)
  const file = join(folder, 'pages.json')
  writeFileSync(file, JSON.stringify(pages.map(([, text]) => text)))
  const read = async (name: string) => (await runOnce('./servers/real-reader.ts', name, file)) as RealReading
  const readings = new Map<string, RealReading>()
  for (const name of READERS) readings.set(name, await read(name))
  const [ours, oracle] = [readings.get('winnow')!, readings.get('parse5 + css-select')!]
  const rows = READERS.map(name => {
    const { ms, data } = readings.get(name)!
    const same = data.filter((page, index) => page === oracle.data[index]).length
    return [
      name,
      {
        'ms in all': Math.round(ms),
        'winnow to it': Number((ours.ms / ms).toFixed(3)),
        'pages as in parse5': `${same} of ${pages.length}`,
      },
    ]
  })
  report('Real pages', Object.fromEntries(rows))
}
