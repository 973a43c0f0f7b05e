import { asCurl, asJavaScript, asPython, requestFor } from '../../../server/docs/request-examples.ts'
import type { Snippet } from '../../ui/snippets.tsx'
import type { Draft } from './drafts.ts'
import type { Operation } from './operations.ts'

/** Parts of an upload that are still to come, so that the snippet shows where they go. */
const toCome = ({ files }: Operation, input: Draft['input']) =>
  Object.fromEntries(
    files.filter(name => input[name] === undefined).map(name => [name, { name: 'page.html' }]),
  )

/** The call that the form describes, as programs; the docs' examples come from the same place. */
export function snippetsOf(operation: Operation, { input, method }: Draft, address: string): Snippet[] {
  const route = { ...operation, method: method ?? operation.method }
  const request = requestFor(route, { ...toCome(operation, input), ...input }, address)
  const withKey = operation.access !== 'public'
  return [
    { language: 'curl', code: asCurl(request, withKey) },
    { language: 'JavaScript', code: asJavaScript(request, withKey) },
    { language: 'Python', code: asPython(request, withKey) },
  ]
}
