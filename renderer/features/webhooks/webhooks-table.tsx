import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { useWebhookActions, type Webhook } from './api.ts'
import { WebhookState } from './webhook-state.tsx'
import classes from './webhooks.module.css'

const COLUMNS: Column<Webhook>[] = [
  {
    name: 'Address',
    grow: 3,
    show: ({ id, url }) => (
      <Link
        to={`/webhooks/${id}`}
        className={classes.link}
        title={url}
        onClick={event => event.stopPropagation()}
      >
        {url}
      </Link>
    ),
  },
  { name: 'State', grow: 1.6, show: webhook => <WebhookState of={webhook} /> },
  {
    name: 'Events',
    grow: 3,
    show: ({ events }) => <span title={events.join(', ')}>{events.join(', ')}</span>,
  },
  { name: 'Made', show: ({ created_at }) => <Time at={created_at} /> },
]

/** Webhooks, newest first, with how they do. */
export function WebhooksTable({ webhooks, onEnd }: { webhooks: readonly Webhook[]; onEnd: () => void }) {
  const navigate = useNavigate()
  const { remove } = useWebhookActions()
  return (
    <>
      {remove.error && <ErrorNotice error={remove.error} />}
      <DataTable
        label="Webhooks"
        rows={webhooks}
        idOf={({ id }) => id}
        columns={COLUMNS}
        onEnd={onEnd}
        onOpen={({ id }) => void navigate(`/webhooks/${id}`)}
        actions={webhook => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete the webhook to ${webhook.url}`}
            onClick={event => {
              event.stopPropagation()
              remove.mutate(webhook)
            }}
          >
            Delete
          </Button>
        )}
      />
    </>
  )
}
