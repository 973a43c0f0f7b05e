import { cpuOf, peakOf } from '../support/process-use.ts'
import { copyStore, type Program, readPages, type Service, serve, stop } from './program.ts'

/** The figures of a run over many pages, from the start of its process. `rows` shows whether it read everything. */
export interface BatchRun {
  ms: number
  /**
   * The part of `ms` until the first page could be requested. If the pages are read several times, the first page of the
   * last time.
   */
  startMs: number
  /** CPU time in milliseconds; null if the system does not report that of another process. */
  cpuMs: number | null
  rows: number
  /** Peak memory of its process; null if the system does not report it. */
  peakMb: number | null
}

/**
 * Runs batches one after another in a separate service, from the start of the service to the last item of the last batch.
 */
export async function runBatches(
  program: Program,
  folder: string,
  origin: string,
  count: number,
  times: number,
): Promise<BatchRun> {
  copyStore(program, folder)
  const startedAt = performance.now()
  const service = await serve(program, folder)
  try {
    for (let before = 1; before < times; before++) await readPages(service, program, origin, count)
    const startMs = performance.now() - startedAt
    const id = await readPages(service, program, origin, count)
    const ms = performance.now() - startedAt
    const cpuMs = cpuOf(service.process.pid!)
    const peakMb = peakOf(service.process.pid!)
    return { ms, startMs, cpuMs, rows: await rowsOf(service, program.key, id), peakMb }
  } finally {
    await stop(service)
  }
}

/** The number of rows in all results, as stored. */
async function rowsOf({ address }: Service, key: string, id: string): Promise<number> {
  const response = await fetch(`${address}/v1/batches/${id}/export?format=ndjson`, {
    headers: { 'x-api-key': key },
  })
  const lines = (await response.text()).trimEnd().split('\n')
  return lines.reduce((sum, line) => sum + (JSON.parse(line).result?.rows.length ?? 0), 0)
}
