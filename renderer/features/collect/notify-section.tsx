import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { errorText } from '../../lib/service/call-error.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { notifiedQuery } from './api.ts'
import type { SectionProps } from './parts.ts'

/** Says who is notified of changed rows: existing webhooks, and optionally a new one. */
export function NotifySection({ draft, set, errorAt }: SectionProps) {
  const { data: notified = [], error, refetch } = useQuery(notifiedQuery(useAccount()))
  return (
    <Stack gap={12} component="section" aria-label="Who is notified">
      <Title order={2}>Who is notified</Title>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {notified.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`Already notified of changed rows in every database: ${notified.join(', ')}.`}
        </Text>
      )}
      <Checkbox
        label="Notify a new webhook of changed rows"
        checked={draft.notifies !== null}
        onChange={({ currentTarget }) => set({ notifies: currentTarget.checked ? '' : null })}
      />
      {draft.notifies !== null && (
        <TextInput
          label="Address"
          withAsterisk
          placeholder="https://"
          maw={420}
          value={draft.notifies}
          error={errorText(errorAt('webhook.url'))}
          onChange={({ currentTarget }) => set({ notifies: currentTarget.value })}
        />
      )}
    </Stack>
  )
}
