import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf } from '../../lib/service/client.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { proxiesQuery } from './api.ts'

type Proxy = OutputOf<'proxy-list'>['data'][number]

/** Lists the proxies, and which of them rest after failures. A single proxy never rests. */
export function Proxies() {
  const proxies = useQuery(proxiesQuery)
  const queries = useQueryClient()
  const wake = useMutation({
    mutationFn: () => call('proxy-wake', {}),
    onSuccess: states => queries.setQueryData(proxiesQuery.queryKey, states),
  })
  const states = proxies.data?.data ?? []
  if (states.length < 2) return null
  return (
    <Stack gap={4} component="ul" aria-label="Proxies in turn" m={0} p={0} style={{ listStyle: 'none' }}>
      {states.map((proxy, at) => (
        // The same address may be listed twice.
        <ProxyState key={`${at} ${proxy.address}`} proxy={proxy} />
      ))}
      {wake.error && <ErrorNotice error={wake.error} />}
      {states.some(({ rests_until }) => rests_until) && (
        <li>
          <Button size="compact-xs" variant="default" loading={wake.isPending} onClick={() => wake.mutate()}>
            Use again now
          </Button>
        </li>
      )}
    </Stack>
  )
}

function ProxyState({ proxy: { address, rests_until, error } }: { proxy: Proxy }) {
  return (
    <li>
      <Group gap={8}>
        <Text size="xs" ff="monospace">
          {address}
        </Text>
        <Text size="xs" component="span">
          {rests_until ? (
            <>
              <StateDot state="warn">Resting</StateDot> until <Time at={rests_until} />
            </>
          ) : (
            <StateDot state="good">In use</StateDot>
          )}
        </Text>
      </Group>
      {error && (
        <Text size="xs" c="dimmed">
          {error}
        </Text>
      )}
    </li>
  )
}
