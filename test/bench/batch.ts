import { cpuOf, peakOf } from '../support/process-use.ts'
import { copyStore, type Program, readPages, type Service, serve, stop } from './program.ts'

/** What a run over many pages took, from the start of its process on; `rows` says whether it read what there is. */
export interface BatchRun {
  ms: number
  /** Of it, until the first page could be asked for; where pages are read several times, the first page of the last time. */
  startMs: number
  /** Milliseconds of the processor; null where the system does not tell of another process. */
  cpuMs: number | null
  rows: number
  /** Most memory that its process has had; null where the system does not tell. */
  peakMb: number | null
}

/** Batches one after another in a service of its own, from the start of the service to the last item of the last one. */
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

/** Rows in all results, as the store has them. */
async function rowsOf({ address }: Service, key: string, id: string): Promise<number> {
  const response = await fetch(`${address}/v1/batches/${id}/export?format=ndjson`, {
    headers: { 'x-api-key': key },
  })
  const lines = (await response.text()).trimEnd().split('\n')
  return lines.reduce((sum, line) => sum + (JSON.parse(line).result?.rows.length ?? 0), 0)
}
