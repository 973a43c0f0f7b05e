import pLimit from 'p-limit'
import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { iso } from '../base/times.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { BROKER_STATES, drainName, WORKER_STATES } from '../operations/scraping/page-workers.ts'
import { stateShape } from '../operations/states.ts'
import type { AdminServices } from './services.ts'

const worker = z.object({
  id: z.string(),
  name: z.string().describe('That of its machine, unless it was given another one.'),
  pool: z.string(),
  version: z.string(),
  state: stateShape(WORKER_STATES).describe(
    '`silent` once it was stopped or has said nothing for a lease; `refused` where it speaks another protocol.',
  ),
  refusal: z.string().nullable().describe('Why it is refused.'),
  pages: z.int().describe('Pages that it reads at a time over HTTP.'),
  browser_pages: z.int().describe('Pages that it reads at a time in its browser; 0 where it has none.'),
  running: z.int().describe('Pages that it reads now.'),
  completed: z.int().describe('Pages since it started.'),
  pages_per_second: z.number(),
  load: z.number().describe('Of its processors: 1 is all of them.'),
  last_error: z.string().nullable(),
  seen_at: time,
})

const example = {
  id: 'wkr_01KF0H5Z9B1D3F5H7K9M1P3R5T',
  name: 'reader-1',
  pool: 'default',
  version: '0.1.0',
  state: 'ready',
  refusal: null,
  pages: 16,
  browser_pages: 3,
  running: 12,
  completed: 48_210,
  pages_per_second: 211.4,
  load: 0.83,
  last_error: null,
  seen_at: '2026-01-15T09:30:00.000Z',
} satisfies z.input<typeof worker>

/** Workers on other machines: which ones are connected, and which should accept no new pages. */
export function workerOperations({ pageWorkers, settings, store }: AdminServices) {
  const rows = () => pageWorkers.list().map(({ seen_at, ...row }) => ({ ...row, seen_at: iso(seen_at) }))

  /** Each change begins with the list that the one before has left. */
  const inTurn = pLimit(1)

  async function drainByName(name: string, on: boolean) {
    const fixedBy = settings.list().find(setting => setting.name === DRAINED)!.set_by
    if (fixedBy !== null) throw fixed(fixedBy)
    const others = settings.values[DRAINED].filter(one => one !== name)
    const drained = on ? [...others, name] : others
    await store.settings.set(DRAINED, drained)
    settings.change(DRAINED, drained)
  }

  const list = defineOperation({
    id: 'worker-list',
    group: 'admin',
    summary: 'List the workers that read pages for this service.',
    method: 'GET',
    path: '/admin/workers',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ broker: z.enum(BROKER_STATES), data: z.array(worker) }),
    example: { input: {}, output: { broker: 'connected', data: [example] } },
    answer: 'value',
    run: () => ({ broker: pageWorkers.broker(), data: rows() }),
  })

  const drain = defineOperation({
    id: 'worker-drain',
    group: 'admin',
    summary: 'Stop giving a worker new pages, or resume; it finishes the pages that it is reading.',
    description: 'Applies to every worker of this pool and name, also after a restart of worker or service.',
    method: 'POST',
    path: '/admin/workers/{worker_id}/drain',
    access: 'admin',
    input: z.strictObject({
      worker_id: z.string().min(1).max(100).describe('The worker.'),
      on: z.boolean().default(true).describe('False: it gets pages again.'),
    }),
    output: worker,
    example: {
      input: { worker_id: example.id },
      output: { ...example, state: 'draining' },
    },
    answer: 'value',
    async run({ worker_id, on }) {
      const named = rows().find(({ id }) => id === worker_id)
      if (!named) throw noSuchWorker()
      await inTurn(() => drainByName(drainName(named), on))
      return rows().find(({ id }) => id === worker_id)!
    },
  })
  return [list, drain] as const
}

const DRAINED = 'nats_drained'

const fixed = (by: string) =>
  new AppError('conflict', `The drained workers are set by ${by}.`, {
    hint: 'Change it there, and start the service again.',
  })

const noSuchWorker = () =>
  new AppError('unknown_resource', 'There is no such worker.', {
    hint: 'A worker gets a new id each time it starts; the list shows the current ones.',
  })
