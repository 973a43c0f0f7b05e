import { useNavigate } from 'react-router'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { RowLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { useWebhookActions, type Webhook } from './api.ts'
import { useEventLabel } from './event-label.ts'
import { WebhookState } from './webhook-state.tsx'

const columnsOf = (eventLabel: (type: string) => string): Column<Webhook>[] => [
  {
    name: 'Address',
    grow: 2.6,
    show: ({ id, url }) => <RowLink to={`/webhooks/${id}`} name={url} />,
  },
  { name: 'State', grow: 2.4, show: webhook => <WebhookState of={webhook} /> },
  {
    name: 'Events',
    grow: 3,
    show: ({ events }) => (
      <ClampedText title={events.join(', ')}>{events.map(eventLabel).join(', ')}</ClampedText>
    ),
  },
  { name: 'Created', show: ({ created_at }) => <Time at={created_at} /> },
]

/** A table of webhooks, newest first, with their states. */
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
        columns={columnsOf(useEventLabel())}
        lines={2}
        onEnd={onEnd}
        onOpen={({ id }) => void navigate(`/webhooks/${id}`)}
        actions={webhook => (
          <RowMenu
            name={`the webhook to ${webhook.url}`}
            loading={remove.isPending && remove.variables.id === webhook.id}
            onDelete={() => remove.mutate(webhook)}
          />
        )}
      />
    </>
  )
}
