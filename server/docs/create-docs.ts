import { createLoader } from '../base/loader.ts'
import type { Docs } from '../operations/services.ts'
import { markdownOf } from './markdown.ts'
import { openApiOf } from './openapi.ts'

const language = createLoader(() => import('./parser-language.ts'))

/** Creates the docs of a service that is reached at `address()`. The OpenAPI document is generated once. */
export function createDocs({ version, address }: { version: string; address(): string }): Docs {
  let openApi: ReturnType<typeof openApiOf> | undefined
  return {
    markdown: operation => markdownOf(operation, address()),
    parserLanguage: async () => (await language.load()).parserLanguage(),
    openApi(operations) {
      openApi ??= openApiOf(operations, { version, address: address() })
      return openApi
    },
  }
}
