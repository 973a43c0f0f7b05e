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
  const known = keys.data?.data.findLast(({ name, active }) => active && name === client)
  const createKey = () =>
    create.mutate(
      { name: client, mayManage },
      { onSuccess: key => queries.setQueryData(secretOf(account, client).queryKey, key.secret) },
    )
  return (
    <Stack gap={8} {...(secret && { 'data-shown-once': true })}>
      {known && (
        <Group gap={6} fz="sm">
          <StateDot state="good">{`${known.name} has the key ${known.prefix}…${known.last4}`}</StateDot>
          <Text size="sm" c="dimmed" component="span">
            {known.last_used_at ? (
              <>
                last used <Time at={known.last_used_at} />
              </>
            ) : (
              'not used yet'
            )}
          </Text>
        </Group>
      )}
      {known && !secret && (
        <Text size="sm" c="dimmed">
          Its secret was shown once and is not stored. To set up another client, create another key.
        </Text>
      )}
      <Group gap={16}>
        <Button variant={known ? 'default' : 'filled'} loading={create.isPending} onClick={createKey}>
          {known ? 'Create another key' : `Create key for ${client}`}
        </Button>
        <Checkbox
          label="Allow creating and changing parsers"
          checked={mayManage}
          onChange={({ currentTarget }) => setMayManage(currentTarget.checked)}
        />
      </Group>
      {create.error && <ErrorNotice error={create.error} />}
    </Stack>
  )
}
