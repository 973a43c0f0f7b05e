import type { ApiCall } from '../operations/scraping/page-workers.ts'
import { decodeFrame, encodeFrame } from './frames.ts'
import { apiAnswer } from './protocol.ts'
import { isWorkerError, readError, writeError } from './sent-errors.ts'

/** Encodes the result of a prebuilt API call as one message. Bodies of platform answers are included only if no reader understood them. */
export function encodeApiCall({ error, exchanges, ...call }: ApiCall): Uint8Array {
  const keepsTexts = error?.code === 'changed'
  const sentExchanges = keepsTexts ? exchanges : exchanges.map(exchange => ({ ...exchange, text: null }))
  return encodeFrame({ ...call, exchanges: sentExchanges, error: writeError(error) }, [])
}

/** Decodes such a message. Returns null if the error was the worker's own. Throws for an invalid message. */
export function decodeApiCall(message: Uint8Array): ApiCall | null {
  const { error, ...call } = apiAnswer.parse(decodeFrame(message).json)
  return isWorkerError(error) ? null : { ...call, ...readError(error) }
}
