import type { z } from 'zod'
import { idField } from '../../operations/fields.ts'
import { fetchOptions } from '../../operations/parsers/fetch.ts'
import { unmaskedFetch } from '../../operations/parsers/records.ts'
import { found } from '../../operations/resource.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'

/** Input fields with the fetch options of a parser that is being edited. */
export const editedFetchFields = {
  fetch: fetchOptions,
  account: accountField,
  parser_id: idField('parser')
    .optional()
    .describe('Id of the parser whose secrets the masks in `fetch` stand for.'),
}

interface EditedFetch {
  account: string
  parser_id?: string | undefined
  fetch: z.output<typeof fetchOptions>
}

/** Returns the fetch options of an edited parser, with masked secrets replaced by those of the saved parser. */
export async function editedFetch(services: AdminServices, { account, parser_id, fetch }: EditedFetch) {
  if (parser_id === undefined) return unmaskedFetch(fetch)
  const { id } = await accountNamed(services, account)
  return unmaskedFetch(fetch, found(await services.store.parsers.find(id, parser_id)).fetch)
}
