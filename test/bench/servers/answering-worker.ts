import { startWorker } from '../../../server/app/worker.ts'
import { oncePerKey } from '../../../server/base/once.ts'
import type { PageRead } from '../../../server/operations/scraping/page-workers.ts'

/** A worker that reads the first page of a parser, and answers for all other pages at once as if they were the same. */
const [nats_url, pages] = process.argv.slice(2)
startWorker({
  flags: { nats_url, parse_workers: 1, allow_hosts: '127.0.0.1', browser: '/none' },
  env: {},
  pages: Number(pages),
  pool: 'default',
  reading(own) {
    const first = oncePerKey((_hash: string): { read?: Promise<PageRead> } => ({}))
    return (task, schema) => {
      const known = first(task.parser)
      known.read ??= own(task, schema, new AbortController().signal)
      return known.read
    }
  },
  say: () => undefined,
})
process.send?.({})
