import { isUtf8 } from 'node:buffer'
import type { ExchangeOutcome, Message, WireAnswer } from './wire.ts'

/** Text that no answer may contain: places in the code, and the folders of this machine. */
const INTERNALS =
  /\bat (?:async )?\S+ \([^)]*:\d+\)|node:internal|node_modules|\.(?:ts|mjs|js):\d+|file:\/\/\/\w|winnow-test-/

/** Describes what is wrong with an outcome; null if nothing is. */
export function faultOf(message: Message, outcome: ExchangeOutcome): string | null {
  const { isWhole, isHead = false, pieces } = message
  if ('garbled' in outcome) return `the answer is not HTTP: ${outcome.garbled}`
  if ('answer' in outcome) return answerFault(outcome.answer, isHead) ?? internalsIn(outcome.answer, pieces)
  if (outcome.none === 'silent') return 'the connection stays open without an answer'
  return isWhole ? 'the connection was closed without an answer' : null
}

/** Commands in hints contain the path of the data folder, so that they can be pasted. */
const FOLDER_OPTION = /--data-dir [^\s`]+/g

/** Text of the request may be repeated in the answer, as the id of a message to `/mcp` is. */
function internalsIn({ status, body }: WireAnswer, sent: readonly Buffer[]): string | null {
  const [leak] = (status >= 400 && INTERNALS.exec(body.toString().replace(FOLDER_OPTION, ''))) || []
  if (leak === undefined || wasSent(leak, sent)) return null
  return `${status} that shows the insides: ${body}`
}

/** Whether the request contained the text literally or percent-encoded, as in a query: `file%3A%2F%2F`. */
function wasSent(text: string, sent: readonly Buffer[]): boolean {
  const requestText = Buffer.concat(sent)
  const decoded = requestText
    .toString('latin1')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return requestText.includes(text) || Buffer.from(decoded, 'latin1').includes(text)
}

function answerFault({ status, headers, body }: WireAnswer, isHead: boolean): string | null {
  if (status < 200 || status > 599) return `the status ${status}`
  if (!/^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(headers.get('x-request-id')?.join() ?? ''))
    return `${status} without one X-Request-Id`
  if ((headers.get('content-length')?.length ?? 0) > 1) return 'two Content-Length'
  if (status === 500) return `500: ${body}`
  if (isHead || status < 400) return null
  return errorFault(status, headers, body)
}

const TEXT_FIELDS = ['error', 'field', 'detail', 'hint']

/** Checks that an error is JSON of the one error shape; tools answer with JSON-RPC. */
function errorFault(status: number, headers: Map<string, string[]>, body: Buffer): string | null {
  const type = headers.get('content-type')?.join()
  if (!type?.startsWith('application/json')) return `${status} of the type ${type}`
  if (!isUtf8(body)) return `${status} in no UTF-8`
  const text = body.toString()
  const value = parseJson(text)
  if (value === null || typeof value !== 'object') return `${status} that is not a JSON object: ${text}`
  return 'jsonrpc' in value ? null : shapeFault(status, value as Record<string, unknown>)
}

function shapeFault(status: number, value: Record<string, unknown>): string | null {
  if (!/^\S.*\.$/s.test(String(value.error))) return `${status} whose error is no sentence: ${value.error}`
  const wrongField = TEXT_FIELDS.find(name => name in value && typeof value[name] !== 'string')
  return wrongField ? `${status} whose \`${wrongField}\` is not text: ${JSON.stringify(value)}` : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
