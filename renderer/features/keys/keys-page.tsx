import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasWords } from '../../../server/base/text/search-text.ts'
import { useNewForm } from '../../lib/new-form.ts'
import { useAccount } from '../../lib/service/account.ts'
import { keysQuery } from '../../lib/service/machine.ts'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { Key } from './api.ts'
import { KeysTable, keyStateText } from './keys-table.tsx'
import { NEW_KEY, NewKey } from './new-key.tsx'

/** The page that creates, lists and revokes the keys of the account. */
export function KeysPage() {
  const account = useAccount()
  const { isOpen: creating, setOpen: setCreating, opener } = useNewForm(NEW_KEY)
  const button = (
    <Button ref={opener} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New key
    </Button>
  )
  return (
    <Page title="Keys" action={!creating && button}>
      <Stack gap={24}>
        {creating && <NewKey key={account} account={account} onClose={() => setCreating(false)} />}
        <Keys account={account} />
      </Stack>
    </Page>
  )
}

function Keys({ account }: { account: string }) {
  const keys = useQuery(keysQuery(account))
  if (keys.isPending) return <RowsSkeleton />
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />
  if (!keys.data.data.length)
    return (
      <EmptyState
        docs={{ href: '/v1/apis', text: 'Available APIs' }}
        example={
          <ExampleRows of="key-list">{rows => <KeysTable account={account} keys={rows} />}</ExampleRows>
        }
      >
        A key lets a script or a program call Winnow. Create one for each, so that you can revoke them
        separately.
      </EmptyState>
    )
  return <SearchedKeys account={account} keys={keys.data.data} />
}

function SearchedKeys({ account, keys }: { account: string; keys: readonly Key[] }) {
  const [words, setWords] = useState('')
  const found = keys.filter(key => hasWords([key.name, key.last4, ...key.scopes, keyStateText(key)], words))
  return (
    <Stack gap={16}>
      <SearchField label="Search keys" value={words} onSeek={setWords} />
      {found.length ? (
        <KeysTable account={account} keys={found} />
      ) : (
        <EmptyState>No matching keys.</EmptyState>
      )}
    </Stack>
  )
}
