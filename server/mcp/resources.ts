import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import type { Caller } from '../accounts/caller.ts'
import { newId } from '../base/ids.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import type { Operation } from '../operations/operation.ts'
import { LANGUAGE } from '../operations/prebuilt/apis.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'

const SCHEME = 'apidoc://'
/** The argument of the template of all resources. */
const ARGUMENT = 'apiId'
const TEMPLATE = `${SCHEME}{${ARGUMENT}}`
const MARKDOWN = 'text/markdown'

const apiIdOf = (uri: string) => (uri.startsWith(SCHEME) ? uri.slice(SCHEME.length).replace(/\/$/, '') : null)

/** What the resources need. */
interface DocumentServices {
  prebuilts: readonly Prebuilt[]
  /** The operation that returns the docs of an API. */
  apiDocs: Operation
  run(request: CallRequest): Promise<CallEnding>
  now(): number
}

/**
 * The documentation of the prebuilt APIs and of the parser language as resources, `apidoc://{apiId}`: the markdown of `GET
 * /v1/apis/{apiId}`.
 */
export function createDocuments({ prebuilts, apiDocs, run, now }: DocumentServices) {
  const language = { id: LANGUAGE, name: 'Parser language', summary: 'How a schema is written.' }
  const resources = [...prebuilts, language].map(({ id, name, summary }) => ({
    uri: SCHEME + id,
    name: id,
    title: name,
    description: summary,
    mimeType: MARKDOWN,
  }))
  const template = {
    uriTemplate: TEMPLATE,
    name: 'apidoc',
    description: 'Documentation of a prebuilt API.',
    mimeType: MARKDOWN,
  }

  return {
    list: () => resources,
    templates: () => [template],
    /** Returns the completions of an argument of a template by its beginning. Throws for an unknown template. */
    complete(uri: string, { name: argument, value }: { name: string; value: string }): string[] {
      if (uri !== TEMPLATE && !resources.some(one => one.uri === uri)) throw unknownTemplate(uri)
      const isKnown = uri === TEMPLATE && argument === ARGUMENT
      return isKnown ? resources.map(({ name }) => name).filter(id => id.startsWith(value.toLowerCase())) : []
    },
    async read(caller: Caller, uri: string): Promise<ReadResourceResult> {
      const apiId = apiIdOf(uri)
      if (!apiId) throw new ResourceNotFoundError(uri)
      const { signal } = new AbortController()
      const request = { operation: apiDocs, caller, requestId: newId('req', now()), signal }
      const { failed, value } = await run({ ...request, readInput: () => ({ apiId }) })
      if (failed) throw new ResourceNotFoundError(uri)
      return { contents: [{ uri, mimeType: MARKDOWN, text: String(value) }] }
    },
  }
}

const unknownTemplate = (uri: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no resource template \`${uri}\`. Templates: ${TEMPLATE}.`,
  )

export type Documents = ReturnType<typeof createDocuments>
