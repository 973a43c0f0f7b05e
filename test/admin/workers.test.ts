import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { AdminServices } from '../../server/admin/services.ts'
import { workerOperations } from '../../server/admin/workers.ts'
import type { Context } from '../../server/operations/operation.ts'

test('workers that are drained at once are all drained', async () => {
  const values: Record<string, string[]> = { nats_drained: [] }
  const workers = ['one', 'two', 'three'].map(name => ({
    id: `wkr_${name}`,
    name,
    pool: 'default',
    seen_at: 0,
  }))
  const services = {
    pageWorkers: { list: () => workers },
    settings: {
      values,
      list: () => [{ name: 'nats_drained', set_by: null }],
      change(name: string, value: string[]) {
        values[name] = value
      },
    },
    store: { settings: { set: () => setImmediate() } },
  } as unknown as AdminServices
  const [, drain] = workerOperations(services)
  await Promise.all(workers.map(({ id }) => drain.run({ worker_id: id, on: true }, {} as Context<undefined>)))
  assert.equal(values.nats_drained!.length, 3)
})
