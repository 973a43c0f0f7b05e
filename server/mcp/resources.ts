import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Caller } from '../accounts/caller.ts'
import { newId } from '../base/ids.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import type { Operation } from '../operations/operation.ts'
import { LANGUAGE } from '../operations/prebuilt/apis.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'

const SCHEME = 'apidoc://'
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
    uriTemplate: `${SCHEME}{apiId}`,
    name: 'apidoc',
    description: 'Documentation of a prebuilt API.',
    mimeType: MARKDOWN,
  }

  return {
    list: () => resources,
    templates: () => [template],
    apiIds: () => resources.map(({ name }) => name),
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

export type Documents = ReturnType<typeof createDocuments>
