import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type Rows = Record<string, object>

/** What was printed so far: tables by their titles, by the title of their section. */
const sections = new Map<string, Map<string, Rows>>()

/** The tables that follow are of this section. */
export function startSection(title: string): void {
  sections.set(title, new Map())
}

/** Prints a table, and keeps it for the file of benchmarks. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  const [, tables] = [...sections].at(-1)!
  tables.set(title, rows)
}

const MARK = '\n## '

/** Writes the sections as markdown in the order of their titles; those of parts that did not run stay as they are in the file. */
export function writeReport(file: string, titles: string[]): void {
  const known = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(MARK).slice(1) : []
  const texts = new Map(known.map(section => [section.split('\n', 1)[0]!, section]))
  for (const [title, tables] of sections) if (tables.size) texts.set(title, markdownOf(title, tables))
  const head = `# Benchmarks\n\n${HEAD} ${machine()}\n`
  const parts = [head, ...titles.flatMap(title => texts.get(title) ?? [])]
  writeFileSync(file, `${parts.map(part => part.trimEnd()).join(`\n${MARK}`)}\n`)
}

const HEAD =
  'Written by `npm run bench`: medians, each anchor measured in the same run, in turn with ours. Read the ratios: the times are those of a machine with other work.'

const machine = (): string =>
  `Node ${process.versions.node} on ${process.platform} (${process.arch}), ${availableParallelism()} cores.`

/** A section; the only table of one needs no title of its own. */
function markdownOf(title: string, tables: Map<string, Rows>): string {
  const heading = (of: string) => (tables.size > 1 ? [`### ${of}`, ''] : [])
  const parts = [...tables].flatMap(([of, rows]) => [...heading(of), ...tableOf(rows), ''])
  return [title, '', ...parts].join('\n')
}

function tableOf(rows: Rows): string[] {
  const columns = [...new Set(Object.values(rows).flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = Object.entries(rows).map(([name, row]) => {
    const cells = columns.map(column => String((row as Record<string, unknown>)[column] ?? ''))
    return line([name, ...cells])
  })
  return [line(['', ...columns]), line(['', ...columns].map(() => '---')), ...body]
}
