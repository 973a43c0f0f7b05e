import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type Rows = Record<string, object>

/** What was printed so far, by title. */
const tables = new Map<string, Rows>()

/** Prints a table, and keeps it for the file of benchmarks. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  tables.set(title, rows)
}

const MARK = '\n## '

/** Writes the tables as markdown; those of parts that did not run stay as they are in the file. */
export function writeReport(file: string): void {
  const known = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(MARK).slice(1) : []
  const sections = new Map(known.map(section => [section.split('\n', 1)[0]!, section]))
  for (const [title, rows] of tables) sections.set(title, markdownOf(title, rows))
  const head = `# Benchmarks\n\n${HEAD} ${machine()}\n`
  writeFileSync(file, `${[head, ...sections.values()].map(part => part.trimEnd()).join(`\n${MARK}`)}\n`)
}

const HEAD =
  'Written by `npm run bench`: medians, each anchor measured in the same run. Read the ratios: the times are those of a machine with other work.'

const machine = (): string =>
  `Node ${process.versions.node} on ${process.platform} (${process.arch}), ${availableParallelism()} cores.`

function markdownOf(title: string, rows: Rows): string {
  const columns = [...new Set(Object.values(rows).flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = Object.entries(rows).map(([name, row]) => {
    const cells = columns.map(column => String((row as Record<string, unknown>)[column] ?? ''))
    return line([name, ...cells])
  })
  return [title, '', line(['', ...columns]), line(['', ...columns].map(() => '---')), ...body].join('\n')
}
