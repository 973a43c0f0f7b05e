import { deepStrictEqual, doesNotMatch, match } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { report, startSection, writeReport, writeResults } from './report.ts'

test('sections stand in their order, and those of parts that did not run stay as they are', t => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-report-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  t.mock.method(console, 'log', () => undefined)
  t.mock.method(console, 'table', () => undefined)
  const file = join(folder, 'benchmarks.md')
  writeFileSync(
    file,
    '# Benchmarks\n\nOld.\n\n## Calls\n\nfrom before\n\n## Gone\n\nfrom long before\n\n## Pages\n\nold\n',
  )

  const quiet = { busy: 0, steal: null }
  startSection('Queue', quiet)
  report('Jobs', { made: { ours: 2 } })
  startSection('Pages', { busy: 0.4, steal: 0.02 })
  report('A listing', { winnow: { ms: 1 }, cheerio: { ms: 9, aim: '≤ 0.03' } })
  report('A table', { winnow: { ms: 3 } })
  startSection('Left out', quiet)
  writeReport(file, ['Pages', 'Left out', 'Calls', 'Queue'])

  const text = readFileSync(file, 'utf8')
  deepStrictEqual(text.match(/^#+ .*/gm), [
    '# Benchmarks',
    '## Pages',
    '### A listing',
    '### A table',
    '## Calls',
    '## Queue',
  ])
  match(
    text,
    /## A listing\n\n\| {2}\| ms \| aim \|\n\| --- \| --- \| --- \|\n\| winnow \| 1 \| {2}\|\n\| cheerio \| 9 \| ≤ 0.03 \|/,
  )
  match(text, /## Calls\n\nfrom before\n\n## Queue\n\n\| {2}\| ours \|/)
  match(
    text,
    /## Pages\n\nOther work took 40 % of the processors, and the host of the machine 2 % when this began/,
  )
  doesNotMatch(text, /old|Old/)

  const results = join(folder, 'benchmarks.json')
  writeFileSync(results, JSON.stringify({ sections: { Calls: 'from before' } }))
  const { sections } = writeResults(results)
  deepStrictEqual(Object.keys(sections), ['Calls', 'Queue', 'Pages'])
  deepStrictEqual(sections.Queue!.tables, { Jobs: { made: { ours: 2 } } })
})
