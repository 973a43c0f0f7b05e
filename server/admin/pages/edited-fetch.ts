import type { z } from 'zod'
import { idField } from '../../operations/fields.ts'
import { fetchOptions } from '../../operations/parsers/fetch.ts'
import { unmaskedFetch } from '../../operations/parsers/records.ts'
import { found } from '../../operations/resource.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'

/** The fields of an input that say how a parser fetches while it is edited. */
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

/** How such a parser fetches, with the secrets of the saved parser in place of their masks. */
export async function editedFetch(services: AdminServices, { account, parser_id, fetch }: EditedFetch) {
  if (parser_id === undefined) return unmaskedFetch(fetch)
  const { id } = await accountNamed(services, account)
  return unmaskedFetch(fetch, found(await services.store.parsers.find(id, parser_id)).fetch)
}
