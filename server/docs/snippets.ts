import type { Operation } from '../operations/operation.ts'
import { asCurl, asJavaScript, asPython, asToolCall, requestOf } from './request-examples.ts'

/** A call in a language, ready to paste; the key stands in the environment as `KEY`. */
export interface Snippet {
  language: 'curl' | 'JavaScript' | 'Python' | 'MCP'
  code: string
}

/** A call of an operation with this input, in every language. File fields hold names of files. */
export function snippetsOf(
  operation: Operation,
  input: Record<string, unknown>,
  address: string,
  method?: string,
): Snippet[] {
  const request = requestOf(operation, input, address, method)
  const withKey = operation.access !== 'public'
  return [
    { language: 'curl', code: asCurl(request, withKey) },
    { language: 'JavaScript', code: asJavaScript(request, withKey) },
    { language: 'Python', code: asPython(request, withKey) },
    ...toolCall(operation, input, address),
  ]
}

/** A tool takes no files; pages of a usual size go to it as text, which no line of a shell should hold. */
const toolCall = ({ faces, files }: Operation, input: Record<string, unknown>, address: string): Snippet[] =>
  faces?.tool && !files ? [{ language: 'MCP', code: asToolCall(faces.tool.name, input, address) }] : []
