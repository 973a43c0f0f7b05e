import { LRUCache } from 'lru-cache'
import { AppError } from '../base/errors.ts'
import { decompress } from '../base/zstd.ts'
import type { ApiCall, PageRead } from '../operations/scraping/page-workers.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { encodeApiCall } from './api-answers.ts'
import { encodeAnswer } from './page-answers.ts'
import type { ApiTask, PageTask, Task } from './protocol.ts'
import type { WorkerLink } from './worker-link.ts'

/** Fetches and reads the page of a task. An error of the page is part of the result. */
export type ReadTask = (task: PageTask, schema: ParserSchema, signal: AbortSignal) => Promise<PageRead>
/** Same as `ReadTask`, for a call of a prebuilt API. */
export type CallTask = (task: ApiTask, signal: AbortSignal) => Promise<ApiCall>

const MAX_SCHEMAS = 100

/** Creates a function that performs tasks of either kind and returns their encoded answers. */
export function createPerformer({
  link,
  read,
  call,
}: {
  link: Pick<WorkerLink, 'parser'>
  read: ReadTask
  call: CallTask
}) {
  const schemas = new LRUCache<string, ParserSchema>({ max: MAX_SCHEMAS })

  async function schemaOf(hash: string): Promise<ParserSchema> {
    const known = schemas.get(hash)
    if (known) return known
    const packed = await link.parser(hash)
    if (!packed.length)
      throw new AppError('unavailable_service', 'The service does not have this parser any more.')
    const schema = JSON.parse((await decompress(packed)).toString()) as ParserSchema
    schemas.set(hash, schema)
    return schema
  }

  return async (task: Task, signal: AbortSignal): Promise<Uint8Array> =>
    task.kind === 'api'
      ? encodeApiCall(await call(task, signal))
      : encodeAnswer(await read(task, await schemaOf(task.parser), signal))
}

/** Encodes the answer to a task that was not performed. */
export const encodeError = ({ kind }: Task, error: AppError): Uint8Array =>
  kind === 'api' ? encodeApiCall({ error, sources: [], exchanges: [] }) : encodeAnswer({ error })
