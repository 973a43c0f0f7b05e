import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isRunOpen,
  RUN_STATES,
  RUN_TRANSITIONS,
  type RunState,
} from '../../../server/store/workflows/run-rows.ts'

/** All allowed transitions between two states. */
const STEPS = new Set([
  'pending running',
  'pending failed',
  'pending cancelled',
  'running waiting',
  'running completed',
  'running failed',
  'running cancelled',
  'waiting running',
  'waiting failed',
  'waiting cancelled',
])

describe('a workflow run', () => {
  for (const from of RUN_STATES)
    for (const to of RUN_STATES) {
      const may = STEPS.has(`${from} ${to}`)
      test(`that is ${from} ${may ? 'may become' : 'never becomes'} ${to}`, () => {
        assert.equal(RUN_TRANSITIONS[from].includes(to), may)
      })
    }

  test('is open until it is completed, failed or cancelled', () => {
    assert.deepEqual(RUN_STATES.filter(isRunOpen), ['pending', 'running', 'waiting'] satisfies RunState[])
  })
})
