import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { keysQuery } from '../../../lib/service/machine.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Key } from '../api.ts'
import { Section } from './section.tsx'

/** Lists the browsers whose extension has a key. */
export function PairedBrowsers({ account }: { account: string }) {
  const keys = useQuery(keysQuery(account))
  return (
    <Section title="Paired browsers">
      {keys.isPending && <RowsSkeleton rows={1} />}
      {keys.error && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && <Browsers keys={keys.data.data} />}
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

function Browsers({ keys }: { keys: readonly Key[] }) {
  const browserKeys = keys.filter(({ active, origin }) => active && origin !== null)
  if (!browserKeys.length) return <StateDot state="quiet">None yet</StateDot>
  return (
    <Stack gap={4}>
      {browserKeys.map(key => (
        <Browser key={key.id} of={key} />
      ))}
    </Stack>
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
