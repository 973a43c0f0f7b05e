import type { Operation } from '../operations/operation.ts'
import { asCurl, asJavaScript, asPython, asToolCall, requestOf } from './request-examples.ts'

/** A call in one language, ready to paste. The environment variable `KEY` holds the key. */
interface Snippet {
  language: 'curl' | 'JavaScript' | 'Python' | 'MCP'
  code: string
}

/** Returns a call of an operation with this input, in every language. File fields hold file names. */
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

/** Operations with files have no MCP snippet: tools take pages as text, which is too long for a shell command. */
const toolCall = ({ faces, files }: Operation, input: Record<string, unknown>, address: string): Snippet[] =>
  faces?.tool && !files ? [{ language: 'MCP', code: asToolCall(faces.tool.name, input, address) }] : []
