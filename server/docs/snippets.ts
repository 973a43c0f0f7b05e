import type { Operation } from '../operations/operation.ts'
import { asCurl, asJavaScript, asPython, requestOf } from './request-examples.ts'

/** A call in a language, ready to paste; the key stands in the environment as `KEY`. */
export interface Snippet {
  language: 'curl' | 'JavaScript' | 'Python'
  code: string
}

/** A call of an operation with this input, in every language. File fields hold names of files. */
export function snippetsOf(operation: Operation, input: Record<string, unknown>, address: string): Snippet[] {
  const request = requestOf(operation, input, address)
  const withKey = operation.access !== 'public'
  return [
    { language: 'curl', code: asCurl(request, withKey) },
    { language: 'JavaScript', code: asJavaScript(request, withKey) },
    { language: 'Python', code: asPython(request, withKey) },
  ]
}
