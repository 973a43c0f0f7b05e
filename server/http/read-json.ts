import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { mediaTypeOf } from '../base/media-type.ts'
import { checkShort, createJsonScanner } from '../base/text/json-scanner.ts'
import { parseInPieces } from '../base/text/parse-in-pieces.ts'
import { parseJson } from '../base/text/parse-json.ts'
import { TURN_SIZE } from '../base/turns.ts'
import type { BodyBounds } from '../operations/operation.ts'
import { checkPlain, hasBody, hasShortBody, readBody } from './read-body.ts'

/** Default limit of JSON bodies: a definition, with room to spare. */
const DEFINITION_BOUNDS: BodyBounds = { maxBytes: 1_048_576 }

/** Reads the fields of a JSON body; `{}` if there is no body. Throws 400, 413 or 415. */
export async function readJsonFields(
  req: IncomingMessage,
  bounds: BodyBounds = DEFINITION_BOUNDS,
): Promise<Record<string, unknown>> {
  if (!hasBody(req)) return {}
  if (mediaTypeOf(req.headers['content-type'])?.essence !== 'application/json')
    throw new AppError('unsupported_media', 'This call takes a JSON body.', {
      hint: 'Send `Content-Type: application/json`.',
    })
  const value = await readJson(req, bounds)
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new AppError('invalid_input', 'The body must be a JSON object.', {
    hint: 'For example {"name": "value"}.',
  })
}

/**
 * Reads a JSON body, whose bytes, levels and values are limited while it arrives. A large body is parsed in pieces, so that other
 * calls are served meanwhile.
 */
export async function readJson(req: IncomingMessage, { maxBytes, list }: BodyBounds): Promise<unknown> {
  checkPlain(req)
  const scanner = list || !hasShortBody(req) ? createJsonScanner(list) : undefined
  const body = await readBody(req, maxBytes, scanner?.add)
  if (!scanner) checkShort(body)
  checkUtf8(body)
  const start = hasMark(body) ? MARK_BYTES : 0
  const cuts = scanner && body.length > TURN_SIZE ? scanner.cuts() : []
  try {
    const value = cuts.length
      ? await parseInPieces(body, start, cuts)
      : parseJson(body.toString('utf8', start))
    // The work on what took long to parse takes long, too.
    if (body.length > TURN_SIZE) await setImmediate()
    return value
  } catch (cause) {
    throw new AppError('invalid_input', 'The body is not valid JSON.', {
      hint: (cause as Error).message,
      cause,
    })
  }
}

/** Bytes of another charset would be decoded as replacement characters, and stored as such. */
function checkUtf8(body: Buffer) {
  if (isUtf8(body)) return
  throw new AppError('invalid_input', 'The body is not in UTF-8.', {
    hint: 'Send JSON in UTF-8, or write other characters as `\\u00e4`.',
  })
}

/** The byte order mark that some programs put in front of JSON. */
const hasMark = (body: Buffer) => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
const MARK_BYTES = 3
