import type { ApiCall } from '../operations/scraping/page-workers.ts'
import { decodeFrame, encodeFrame } from './frames.ts'
import { apiAnswer } from './protocol.ts'
import { isOfWorker, readError, writeError } from './sent-errors.ts'

/** What came of a call of a prebuilt API, as one message. What platforms answered is kept only where no reader knows it. */
export function encodeApiCall({ error, exchanges, ...call }: ApiCall): Uint8Array {
  const isKept = error?.code === 'changed'
  const shown = isKept ? exchanges : exchanges.map(exchange => ({ ...exchange, text: null }))
  return encodeFrame({ ...call, exchanges: shown, error: writeError(error) }, [])
}

/** What such a message says; null where only the worker was at fault. Throws for what is none. */
export function decodeApiCall(message: Uint8Array): ApiCall | null {
  const { error, ...call } = apiAnswer.parse(decodeFrame(message).json)
  return isOfWorker(error) ? null : { ...call, ...readError(error) }
}
