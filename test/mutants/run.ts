import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTree } from './copy.ts'
import { sampleMutants, type Trial, tryMutants } from './mutants.ts'

/**
 * Changes one line of the service at a time, in a copy of the tree, and shows the changes that no test of the room notices:
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

const place = ({ source, line }: Trial) => `${source}:${line}`

function printTrial(trial: Trial) {
  const { noticedBy, before, after } = trial
  console.log(`${noticedBy === null ? 'SURVIVED' : 'noticed '}  ${place(trial)}  ${before}  →  ${after}`)
  if (noticedBy !== null) console.log(`          by ${noticedBy}`)
}

function printSurvivors(trials: Trial[]) {
  const survivors = trials.filter(({ noticedBy }) => noticedBy === null)
  const noticed = trials.length - survivors.length
  console.log(
    `\n${noticed} of ${trials.length} changes were noticed (${Math.round((100 * noticed) / trials.length)} %).`,
  )
  if (!survivors.length) return
  console.log('These were not:\n\n| Line | Before | After |\n| --- | --- | --- |')
  for (const trial of survivors) console.log(`| ${place(trial)} | \`${trial.before}\` | \`${trial.after}\` |`)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const seed = Number(process.env.WINNOW_SEED ?? randomInt(2 ** 31))
const end = performance.now() + Number(values.minutes) * 60_000
using copy = copyTree(root)
const mutants = sampleMutants(copy.folder, positionals, { seed, count: Number(values.count) })
console.log(`${mutants.length} changes from WINNOW_SEED=${seed}`)
const trials: Trial[] = []
for await (const trial of tryMutants(copy.folder, mutants)) {
  printTrial(trial)
  trials.push(trial)
  if (performance.now() > end) break
}
printSurvivors(trials)
