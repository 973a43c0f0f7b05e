import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTree } from './copy.ts'
import { type MutantResult, sampleMutants, tryMutants } from './mutants.ts'

/**
 * Changes one line of the service at a time, in a copy of the tree, and shows the changes that none of its tests notices:
 *
 *     npm run test:mutants                                      20 changes from a new seed
 *     npm run test:mutants -- --count=60 --minutes=30 store/jobs crons
 *     npm run test:mutants -- crons/firing.ts:12                every change of one line
 *     WINNOW_SEED=7 npm run test:mutants                        the changes of that seed again
 */
const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '600' },
  },
  allowPositionals: true,
})

const locationOf = ({ source, line }: MutantResult) => `${source}:${line}`

function printMutant(trial: MutantResult) {
  const { result, failure, before, after } = trial
  console.log(`${result.padEnd(8)}  ${locationOf(trial)}  ${before}  →  ${after}`)
  if (failure) console.log(`          by ${failure.title} (${failure.file})`)
}

function printTable(heading: string, results: MutantResult[]) {
  if (!results.length) return
  console.log(`\n${heading}\n\n| Line | Before | After |\n| --- | --- | --- |`)
  for (const trial of results)
    console.log(`| ${locationOf(trial)} | \`${trial.before}\` | \`${trial.after}\` |`)
}

function printSummary(results: MutantResult[]) {
  const { noticed = [], survived = [], unclear = [] } = Object.groupBy(results, ({ result }) => result)
  const count = noticed.length + survived.length
  printTable('No test notices these:', survived)
  printTable('Of these a test fails without the change, too:', unclear)
  console.log(
    `\n${noticed.length} of ${count} changes were noticed (${Math.round((100 * noticed.length) / count)} %).`,
  )
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const seed = Number(process.env.WINNOW_SEED ?? randomInt(2 ** 31))
const end = performance.now() + Number(values.minutes) * 60_000
using copy = copyTree(root)
const mutants = sampleMutants(copy.folder, positionals, { seed, count: Number(values.count) })
console.log(`${mutants.length} changes from WINNOW_SEED=${seed}`)
const results: MutantResult[] = []
for await (const trial of tryMutants(copy.folder, mutants)) {
  printMutant(trial)
  results.push(trial)
  if (performance.now() > end) break
}
printSummary(results)
