import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWork, refuseWhereNeeded } from '../../server/operations/dependants.ts'

const storeNaming = (ids: string[]) => ({ naming: async () => ids }) as never

const cases: [open: string[], crons: string[], error: string][] = [
  [['job_1'], [], 'Unfinished jobs need this parser.'],
  [['bat_1', 'bat_2'], ['crn_1'], 'Unfinished batches and crons need this parser.'],
  [['bat_1', 'job_1'], ['crn_1'], 'Unfinished jobs, unfinished batches and crons need this parser.'],
]
for (const [open, crons, message] of cases)
  test(`deleting a parser that is still needed is refused with: ${message}`, async () => {
    const stores = { workflows: storeNaming([]), crons: storeNaming(crons) }
    const record = { noun: 'parser', id: 'prs_1', more: openWork(open) }
    await assert.rejects(refuseWhereNeeded(stores, 'acc_1', record), error => {
      const { message: actualMessage, facts } = error as { message: string; facts: { extra: object } }
      assert.deepEqual([actualMessage, facts.extra], [message, { dependants: [...open, ...crons] }])
      return true
    })
  })
