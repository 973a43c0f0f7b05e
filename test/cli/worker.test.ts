import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startWorker, type WorkerOptions } from '../../server/app/worker.ts'

const start = (options: Partial<WorkerOptions>) =>
  startWorker({
    flags: { nats_url: 'nats://127.0.0.1:1' },
    env: {},
    pages: 4,
    pool: 'default',
    say: () => undefined,
    ...options,
  })

describe('a worker does not start', () => {
  for (const [what, options, says] of [
    ['that would read no page', { pages: 0 }, /--pages/],
    ['with fewer pages than none', { pages: -3 }, /--pages/],
    ['that would read more pages than the service accepts', { pages: 10_001 }, /10,000 pages.*--pages/],
    ['with a name that the service does not accept', { name: 'x'.repeat(201) }, /200 characters.*--name/],
    ['with an empty name', { name: ' ' }, /--name/],
    ['in a pool that is not a name', { pool: 'a b' }, /pool/],
    ['without a broker', { flags: {} }, /--nats-url/],
  ] as [string, Partial<WorkerOptions>, RegExp][])
    test(what, () => assert.throws(() => void start(options), says))

  test('without a broker, and names a variable that is no setting', () => {
    const lines: string[] = []
    const options = { flags: {}, env: { WINNOW_NATS_ULR: 'nats://127.0.0.1:1' } }
    assert.throws(() => void start({ ...options, say: line => void lines.push(line) }), /--nats-url/)
    assert.deepEqual(lines, [
      'Warning: WINNOW_NATS_ULR is not a setting of Winnow. Did you mean WINNOW_NATS_URL?',
    ])
  })
})
