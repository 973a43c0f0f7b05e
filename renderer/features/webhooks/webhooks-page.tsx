import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNewForm } from '../../lib/new-form.ts'
import { useAccount } from '../../lib/service/account.ts'
import { isEmptyUnfiltered } from '../../ui/lists/filters.tsx'
import { hasRecords, SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { webhooksQuery } from './api.ts'
import { NEW_WEBHOOK, NewWebhook } from './new-webhook.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

/** The page that creates, lists and deletes the webhooks of the account. */
export function WebhooksPage() {
  const account = useAccount()
  const { isOpen: creating, setOpen: setCreating, opener } = useNewForm(NEW_WEBHOOK)
  const search = useListSearch()
  const webhooks = useInfiniteQuery(webhooksQuery(account, search.wanted))
  const button = (
    <Button ref={opener} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  )
  return (
    <Page title="Webhooks" action={!creating && hasRecords(webhooks, search) && button}>
      <Stack gap={24}>
        {creating && <NewWebhook key={account} onClose={() => setCreating(false)} />}
        {!(creating && isEmptyUnfiltered(webhooks, search.wanted)) && (
          <SearchedRows
            query={webhooks}
            search={search}
            noun="webhook"
            empty={<NoWebhooks button={button} />}
          >
            {(rows, fetchMore) => <WebhooksTable webhooks={rows} onEnd={fetchMore} />}
          </SearchedRows>
        )}
      </Stack>
    </Page>
  )
}

const NoWebhooks = ({ button }: { button: ReactNode }) => (
  <EmptyState
    action={button}
    docs={{ guide: 'webhooks', text: 'Guide to webhooks' }}
    example={
      <ExampleRows of="webhook-list">
        {rows => <WebhooksTable webhooks={rows} onEnd={() => undefined} />}
      </ExampleRows>
    }
  >
    A webhook posts events to your address: changed rows, finished jobs, low credits. Each event is signed,
    retried if it fails, and logged.
  </EmptyState>
)
