import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { webhooksQuery } from './api.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

/** The webhooks of the account: make, look at, delete. */
export function WebhooksPage() {
  const account = useAccount()
  const [making, setMaking] = useState(false)
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      Make webhook
    </Button>
  )
  return (
    <Page title="Webhooks" action={button}>
      <Stack gap={24}>
        {making && <NewWebhook key={account} onClose={() => setMaking(false)} />}
        <Webhooks account={account} />
      </Stack>
    </Page>
  )
}

function Webhooks({ account }: { account: string }) {
  const webhooks = useInfiniteQuery(webhooksQuery(account))
  if (webhooks.isPending) return <RowsSkeleton />
  if (webhooks.isError) return <ErrorNotice error={webhooks.error} onRetry={() => void webhooks.refetch()} />
  const rows = webhooks.data.pages.flatMap(page => page.data)
  if (!rows.length)
    return (
      <EmptyState docs={{ guide: 'webhooks', text: 'Guide to webhooks' }}>
        A webhook posts events to an address of yours: rows that changed, jobs that ended, credits that run
        low. Each is signed, tried again when it fails, and kept in a log.
      </EmptyState>
    )
  return (
    <WebhooksTable
      webhooks={rows}
      onEnd={() => void (webhooks.hasNextPage && !webhooks.isFetching && webhooks.fetchNextPage())}
    />
  )
}
