import { deepStrictEqual, doesNotMatch, match } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { report, startSection, writeReport } from './report.ts'

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

  startSection('Queue')
  report('Jobs', { made: { ours: 2 } })
  startSection('Pages')
  report('A listing', { winnow: { ms: 1 }, cheerio: { ms: 9, aim: '≤ 0.03' } })
  report('A table', { winnow: { ms: 3 } })
  startSection('Left out')
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
  doesNotMatch(text, /old|Old/)
})
