import { operations } from '../../../server/operations/index.ts'
import type { Operation } from '../../../server/operations/operation.ts'
import type { Services } from '../../../server/operations/services.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

/** Starts a service; returns it with the list of its operations. */
export async function startWithOperations(
  flags: Parameters<typeof startTestApp>[0] = {},
): Promise<{ service: TestApp; list: Operation[] }> {
  let captured: Services | undefined
  const service = await startTestApp(flags, services => {
    captured = services
    return []
  })
  return { service, list: operations(captured!) as Operation[] }
}

/** The code blocks in a Markdown text that have this language. */
export const codeBlocks = (markdown: string, language: string) =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)]
    .filter(match => match[1] === language)
    .map(match => match[2]!)
