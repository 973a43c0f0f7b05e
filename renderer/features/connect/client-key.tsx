import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery } from '../../lib/service/machine.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { useCreateKey } from './api.ts'
import { secretOf, useClientKey } from './use-client-key.ts'

/** The key of a client. It is created with one click and named after the client. */
export function ClientKey({ client, account }: { client: string; account: string }) {
  const queries = useQueryClient()
  const secret = useClientKey(account, client)
  const keys = useQuery(keysQuery(account))
  const create = useCreateKey(account)
  const [mayManage, setMayManage] = useState(false)
  const existingKey = keys.data?.data.findLast(({ name, active }) => active && name === client)
  const createKey = () =>
    create.mutate(
      { name: client, mayManage },
      { onSuccess: key => queries.setQueryData(secretOf(account, client).queryKey, key.secret) },
    )
  return (
    <Stack gap={8} {...(secret && { 'data-shown-once': true })}>
      {existingKey && (
        <Group gap={6} fz="sm">
          <StateDot state="good">{`${existingKey.name} has the key ${existingKey.prefix}…${existingKey.last4}`}</StateDot>
          <Text size="sm" c="dimmed" component="span">
            {existingKey.last_used_at ? (
              <>
                last used <Time at={existingKey.last_used_at} />
              </>
            ) : (
              'not used yet'
            )}
          </Text>
        </Group>
      )}
      {existingKey && !secret && (
        <Text size="sm" c="dimmed">
          Its secret was shown once and is not stored. To set up another client, create another key.
        </Text>
      )}
      <Group gap={16}>
        <Button
          variant={existingKey ? 'default' : 'filled'}
          loading={create.isPending || keys.isPending}
          onClick={createKey}
        >
          {existingKey ? 'Create another key' : `Create key for ${client}`}
        </Button>
        <Checkbox
          label="Allow creating and changing parsers"
          checked={mayManage}
          onChange={({ currentTarget }) => setMayManage(currentTarget.checked)}
        />
      </Group>
      {keys.error && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {create.error && <ErrorNotice error={create.error} />}
    </Stack>
  )
}
