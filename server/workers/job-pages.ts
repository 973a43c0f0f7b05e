import { AppError } from '../errors.ts'
import { unlessAborted } from '../pages/unless-aborted.ts'
import type { JobPage, JobPageTask, WorkerAnswer } from './extraction.ts'

/** Reads pages in one thread, one after the other. Rejects where the thread had to be ended. */
type ReadGroup = (pages: JobPageTask[]) => Promise<WorkerAnswer<JobPage>[]>

interface Waiting {
  page: JobPageTask
  resolve(answer: WorkerAnswer<JobPage>): void
  reject(error: unknown): void
}

/** Most pages that a thread gets at once: some milliseconds of work, so that it rarely waits for the event loop. */
const GROUP = 8

/**
 * Hands the pages of jobs to threads, `lanes` groups at a time: those that come while all are busy go together. That
 * spares most of the way there and back, and what ends together is written together.
 */
export function createJobPages(readGroup: ReadGroup, lanes: number) {
  const waiting: Waiting[] = []
  let busy = 0

  const sendNext = () => {
    if (busy === lanes || !waiting.length) return
    busy++
    void read(waiting.splice(0, GROUP)).finally(() => {
      busy--
      sendNext()
    })
  }

  async function read(group: Waiting[]): Promise<void> {
    try {
      const answers = await readGroup(group.map(({ page }) => page))
      group.forEach(({ resolve }, i) => {
        resolve(answers[i]!)
      })
    } catch (error) {
      await without(group, error)
    }
  }

  /** The page that ended its thread is found by reading each alone. */
  async function without(group: Waiting[], error: unknown): Promise<void> {
    if (group.length === 1) return group[0]!.reject(error)
    for (const one of group) await read([one])
  }

  return {
    async read(page: JobPageTask, signal?: AbortSignal): Promise<WorkerAnswer<JobPage>> {
      const answer = new Promise<WorkerAnswer<JobPage>>((resolve, reject) =>
        waiting.push({ page, resolve, reject }),
      )
      sendNext()
      if (!signal) return answer
      return unlessAborted(answer, signal).catch(thrown => {
        throw signal.aborted ? new AppError('cancelled', 'The call was cancelled.') : thrown
      })
    },
  }
}
