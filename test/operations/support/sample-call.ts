import { z } from 'zod'
import { AppError } from '../../../server/base/errors.ts'
import { defineOperation, type Operation } from '../../../server/operations/operation.ts'
import { createGate, type Gate } from './gate.ts'

/** How a sample call can end; only `done` costs credits. */
export const OUTCOMES = {
  done: 200,
  not_found: 404,
  in_conflict: 409,
  unreadable: 422,
  over_quota: 429,
  bug: 500,
  broken_promise: 500,
  blocked: 502,
  store_full: 503,
} as const
export type SampleOutcome = keyof typeof OUTCOMES

const THROWN_ERRORS: Partial<Record<SampleOutcome, () => Error>> = {
  not_found: () => new AppError('not_found', 'There is no such thing.'),
  in_conflict: () => new AppError('conflict', 'It is in use.'),
  unreadable: () => new AppError('extraction_failed', 'The page cannot be read.'),
  over_quota: () => new AppError('rate_limited', 'Enough for now.', { retryAfter: 7 }),
  bug: () => new Error('secret words of a bug'),
  blocked: () => new AppError('blocked', 'The door is shut.'),
  store_full: () => new AppError('unavailable_service', 'The store cannot be written.', { retryAfter: 10 }),
}

/** A paid operation whose price and outcome the test chooses: `POST` or `GET /v1/sample-call`. */
export interface SampleCall {
  /** For `startTestApp(flags, more)`. */
  more: () => Operation[]
  gate: Gate
  /** How often the work itself has started. */
  runs(): number
}

export function createSampleCall(): SampleCall {
  const gate = createGate()
  let runs = 0

  const sampleCall = defineOperation({
    id: 'sample-call',
    group: 'test',
    summary: 'Do what the test says.',
    method: 'POST',
    also: 'GET',
    path: '/v1/sample-call',
    access: 'run',
    input: z.strictObject({
      outcome: z
        .enum(Object.keys(OUTCOMES) as [SampleOutcome])
        .default('done')
        .describe('How it ends.'),
      price: z.int().min(0).max(1_000).default(1).describe('Credits.'),
      wait: z.boolean().default(false).describe('Stand at the gate first.'),
      deaf: z.boolean().default(false).describe('Stand there whatever happens to the caller.'),
      note: z.record(z.string(), z.unknown()).optional().describe('Anything.'),
    }),
    output: z.object({ run: z.int() }),
    example: { input: {}, output: { run: 1 } },
    answer: 'value',
    cost: ({ price }) => price,
    async run({ outcome, wait, deaf }, { signal, addSource }) {
      const run = ++runs
      addSource('sample-call')
      if (wait) await gate.pass(deaf ? new AbortController().signal : signal)
      const error = THROWN_ERRORS[outcome]?.()
      if (error) throw error
      return { run: outcome === 'broken_promise' ? ('many' as never) : run }
    },
  })

  return { more: () => [sampleCall as unknown as Operation], gate, runs: () => runs }
}
