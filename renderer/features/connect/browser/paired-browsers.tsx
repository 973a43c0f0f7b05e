import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { keysQuery } from '../../../lib/service/machine.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Key } from '../api.ts'
import { Section } from './section.tsx'

/** Lists the browsers whose extension has a key. */
export function PairedBrowsers({ account }: { account: string }) {
  const keys = useQuery(keysQuery(account))
  const browserKeys = keys.data?.data.filter(({ active, origin }) => active && origin !== null) ?? []
  return (
    <Section title="Paired browsers">
      {keys.error && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {browserKeys.length ? (
        <Stack gap={4}>
          {browserKeys.map(key => (
            <Browser key={key.id} of={key} />
          ))}
        </Stack>
      ) : (
        <StateDot state="quiet">None yet</StateDot>
      )}
      <Text size="sm" c="dimmed">
        Each has a key that runs parsers and APIs and works in its extension alone. Revoke it under{' '}
        <Anchor component={Link} underline="always" to="/keys">
          Keys
        </Anchor>
        .
      </Text>
    </Section>
  )
}

const Browser = ({ of: { name, prefix, last4, last_used_at } }: { of: Key }) => (
  <Group gap={6} fz="sm">
    <StateDot state="good">{`${name} has the key ${prefix}…${last4}`}</StateDot>
    <Text size="sm" c="dimmed" component="span">
      {last_used_at ? (
        <>
          last used <Time at={last_used_at} />
        </>
      ) : (
        'not used yet'
      )}
    </Text>
  </Group>
)
