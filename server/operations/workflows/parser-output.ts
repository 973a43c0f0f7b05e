import { outputSchema } from '../../parsers/output-schema.ts'
import type { Store } from '../../store/open-store.ts'

/** Returns the JSON Schema of what a parser of an account yields in its newest version; null where there is none. */
export const createParserOutput =
  ({ parsers }: Pick<Store, 'parsers'>) =>
  async (accountId: string, id: string): Promise<unknown> => {
    const parser = await parsers.find(accountId, id)
    return parser && outputSchema(parser.schema)
  }
