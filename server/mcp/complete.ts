import type { CompleteRequestParams } from '@modelcontextprotocol/server'
import { completePrompt } from './prompts.ts'
import type { Documents } from './resources.ts'

/** What an argument of a prompt, or the API of `apidoc://{apiId}`, may be by its beginning. */
export function complete({ ref, argument }: CompleteRequestParams, documents: Documents) {
  const values =
    ref.type === 'ref/prompt'
      ? completePrompt(ref.name, argument)
      : documents.apiIds().filter(id => id.startsWith(argument.value))
  return { completion: { values } }
}
