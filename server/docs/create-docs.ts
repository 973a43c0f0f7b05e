import type { Docs } from '../operations/services.ts'
import { markdownOf } from './markdown.ts'
import { openApiOf } from './openapi.ts'
import { parserLanguage } from './parser-language.ts'

/** The docs of a service that is reached at `address()`; the one document of all operations is written once. */
export function createDocs({ version, address }: { version: string; address(): string }): Docs {
  let openApi: ReturnType<typeof openApiOf> | undefined
  return {
    markdown: operation => markdownOf(operation, address()),
    parserLanguage,
    openApi(operations) {
      openApi ??= openApiOf(operations, { version, address: address() })
      return openApi
    },
  }
}
