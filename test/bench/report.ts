import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type Rows = Record<string, object>

/** What was printed so far. */
const tables: { title: string; rows: Rows }[] = []

/** Prints a table, and keeps it for the file of benchmarks. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  tables.push({ title, rows })
}

/** Writes all tables as markdown. */
export function writeReport(file: string): void {
  const head = [
    '# Benchmarks',
    `Written by \`npm run bench\`: medians, each anchor measured in the same run. ${machine()} Read the ratios: the times are those of a machine with other work.`,
  ]
  writeFileSync(file, `${[...head, ...tables.map(markdownOf)].join('\n\n')}\n`)
}

const machine = (): string =>
  `Node ${process.versions.node} on ${process.platform} (${process.arch}), ${availableParallelism()} cores.`

function markdownOf({ title, rows }: (typeof tables)[number]): string {
  const columns = [...new Set(Object.values(rows).flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = Object.entries(rows).map(([name, row]) => {
    const cells = columns.map(column => String((row as Record<string, unknown>)[column] ?? ''))
    return line([name, ...cells])
  })
  return [`## ${title}`, '', line(['', ...columns]), line(['', ...columns].map(() => '---')), ...body].join(
    '\n',
  )
}
