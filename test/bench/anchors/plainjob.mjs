import Database from 'better-sqlite3'
import { better, defineQueue, defineWorker } from 'plainjob'

const logger = { error() {}, warn() {}, info() {}, debug() {} }

/** Makes jobs in plainjob over a file, then works through them with a handler that does nothing. Milliseconds. */
export async function plainjobTimes(file, jobs) {
  const db = new Database(file)
  const queue = defineQueue({ connection: better(db), logger })
  const startedAt = performance.now()
  for (const job of jobs) queue.add('job', job)
  const madeAt = performance.now()
  let worker
  const endedAt = await new Promise(resolve => {
    let done = 0
    const onCompleted = () => {
      if (++done === jobs.length) resolve(performance.now())
    }
    worker = defineWorker('job', async () => {}, { queue, logger, pollIntervall: 5, onCompleted })
    void worker.start()
  })
  await worker.stop()
  queue.close()
  return { enqueue: madeAt - startedAt, process: endedAt - madeAt }
}
