import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf } from '../../lib/service/client.ts'
import { keysQuery } from '../../lib/service/machine.ts'

export type Tool = OutputOf<'tool-list'>['data'][number]
export type Key = OutputOf<'key-list'>['data'][number]
export type Call = OutputOf<'account-calls'>['data'][number]

const MAX_CALLS = 100

export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: ({ signal }) => call('tool-list', {}, { signal }),
})

/** The query for the newest calls, which include those of AI tools. */
export const callsQuery = (account: string) =>
  queryOptions({
    queryKey: ['calls', account],
    queryFn: ({ signal }) => call('account-calls', { account, limit: MAX_CALLS }, { signal }),
  })

/** A mutation that creates a key for a client, named after the client. */
export function useCreateKey(account: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, mayManage }: { name: string; mayManage: boolean }) =>
      call('key-create', {
        account,
        name,
        scopes: mayManage ? ['read', 'run', 'manage'] : ['read', 'run'],
      }),
    onSuccess: () => queries.invalidateQueries(keysQuery(account)),
  })
}

/** Downloads the `.mcpb` file. */
export async function downloadBundle(): Promise<void> {
  const { file_name, base64 } = await call('tool-bundle', {})
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }))
  Object.assign(document.createElement('a'), { href: url, download: file_name }).click()
  URL.revokeObjectURL(url)
}
