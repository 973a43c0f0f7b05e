import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { anyObject } from '../base/fields/any-object.ts'
import { validate } from '../operations/validate.ts'

/** A name that error messages repeat. */
const name = z.string().max(1_000)

const listed = (method: string) => name.describe(`\`${method}\` lists what there is.`)

const pages = z.looseObject({
  cursor: z.string().optional().describe('Leave it out: each list is complete.'),
})

/** Schemas of request params for which the library would answer with the raw list of a validator. */
const PARAMS: Record<string, z.ZodObject> = {
  initialize: z.looseObject({
    protocolVersion: z.string().describe('Send the newest revision that the client knows.'),
    capabilities: anyObject.describe('Send {} where the client has none.'),
    clientInfo: z
      .looseObject({ name: z.string(), version: z.string() })
      .describe('Send {"name": …, "version": …}.'),
  }),
  'tools/list': pages,
  'tools/call': z.looseObject({ name: listed('tools/list') }),
  'prompts/list': pages,
  'prompts/get': z.looseObject({ name: listed('prompts/list') }),
  'resources/list': pages,
  'resources/templates/list': pages,
  'resources/read': z.looseObject({ uri: listed('resources/list') }),
  'completion/complete': z.looseObject({
    ref: z
      .discriminatedUnion('type', [
        z.looseObject({ type: z.literal('ref/prompt'), name }),
        z.looseObject({ type: z.literal('ref/resource'), uri: name }),
      ])
      .describe('Send {"type": "ref/prompt", "name": …} or {"type": "ref/resource", "uri": …}.'),
    argument: z
      .looseObject({ name: z.string(), value: z.string() })
      .describe('Send {"name": …, "value": …}: the argument, and the beginning of its value.'),
  }),
}

/** Throws a protocol error with a readable sentence if params are not valid. */
export function checkParams(method: string, params: unknown = {}): void {
  const input = PARAMS[method]
  if (!input) return
  try {
    validate({ input }, params)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message} ${error.facts.hint}`)
  }
}
