import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { measureIn } from './measure.ts'
import { type Noise, warningOf } from './quiet.ts'
import type { Results, Section } from './results.ts'

type Rows = Record<string, object>

/** What has been printed of a part so far. */
interface PrintedSection {
  noise: Noise
  /** By title. */
  tables: Map<string, Rows>
}

/** By the title of the section. */
const sections = new Map<string, PrintedSection>()

/** Starts a section for the tables that follow. `noise` is the noise of the machine when it began. */
export function startSection(title: string, noise: Noise): void {
  sections.set(title, { noise, tables: new Map() })
}

/** Prints a table, and keeps it for the benchmarks file. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  const [, { tables }] = [...sections].at(-1)!
  tables.set(title, rows)
}

const HEADING_MARK = '\n## '

/**
 * Writes the sections as markdown, in the order of their titles. Sections of parts that did not run stay in the file
 * unchanged.
 */
export function writeReport(file: string, titles: string[]): void {
  const known = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(HEADING_MARK).slice(1) : []
  const texts = new Map(known.map(section => [section.split('\n', 1)[0]!, section]))
  for (const [title, printedSection] of sections)
    if (printedSection.tables.size) texts.set(title, markdownOf(title, printedSection))
  const head = `# Benchmarks\n\n${HEAD} ${machine()}\n`
  const parts = [head, ...titles.flatMap(title => texts.get(title) ?? [])]
  writeFileSync(file, `${parts.map(part => part.trimEnd()).join(`\n${HEADING_MARK}`)}\n`)
}

/** Writes the same as JSON, and returns everything that the file then contains. Parts that did not run stay unchanged. */
export function writeResults(file: string): Results {
  const known: Partial<Results> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const measuredSections = [...sections].filter(([, { tables }]) => tables.size)
  const results = {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    sections: {
      ...known.sections,
      ...Object.fromEntries(
        measuredSections.map(([title, printedSection]) => [title, sectionOf(printedSection)]),
      ),
    },
  }
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  return results
}

function sectionOf({ noise, tables }: PrintedSection): Section {
  const measures = [...tables].flatMap(([title, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${title}: ${name}`, measureIn(row)] as const),
  )
  return {
    at: new Date().toISOString(),
    noise,
    tables: Object.fromEntries(tables),
    measures: Object.fromEntries(measures.flatMap(([name, measure]) => (measure ? [[name, measure]] : []))),
  }
}

const HEAD =
  'Written by `npm run bench`: medians, each anchor measured in the same run, in turn with ours. Read the ratios: the times are those of a machine with other work.'

const machine = (): string =>
  `Node ${process.versions.node} on ${process.platform} (${process.arch}), ${availableParallelism()} cores.`

/** The markdown of a section. A table that is alone in its section has no title of its own. */
function markdownOf(title: string, { noise, tables }: PrintedSection): string {
  const warning = warningOf(noise)
  const heading = (of: string) => (tables.size > 1 ? [`### ${of}`, ''] : [])
  const parts = [...tables].flatMap(([of, rows]) => [...heading(of), ...tableOf(rows), ''])
  return [title, '', ...(warning ? [warning, ''] : []), ...parts].join('\n')
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
