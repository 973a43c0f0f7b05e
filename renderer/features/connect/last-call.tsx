import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../lib/service/machine.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { operationName } from '../../ui/operation-name.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Call, callsQuery } from './api.ts'

/** Shows the address for AI tools, and the last call by an AI tool. */
export function LastCall({ address, account }: { address: string; account: string }) {
  return (
    <Group gap="16px 32px" align="flex-start">
      <div>
        <Text size="xs" c="dimmed">
          Address
        </Text>
        <Group gap={4}>
          <span className="mono">{address}</span>
          <CopyButton text={address} what="the MCP address" />
        </Group>
      </div>
      <div aria-live="polite">
        <Text size="xs" c="dimmed">
          Last call
        </Text>
        <LastCaller account={account} />
      </div>
    </Group>
  )
}

function LastCaller({ account }: { account: string }) {
  const calls = useQuery(callsQuery(account))
  if (calls.isPending) return <StateDot state="quiet">Loading…</StateDot>
  if (calls.isError) return <StateDot state="bad">The calls could not be read</StateDot>
  const { data, has_more } = calls.data
  const last = data.find(({ source }) => source === 'mcp')
  if (last) return <Caller call={last} account={account} />
  return (
    <StateDot state="quiet">
      {has_more ? `None among the last ${counted(data.length, 'call')}` : 'None yet'}
    </StateDot>
  )
}

function Caller({
  call: { key_id, operation, status, created_at },
  account,
}: {
  call: Call
  account: string
}) {
  const keys = useQuery(keysQuery(account))
  const name = keys.data?.data.find(({ id }) => id === key_id)?.name ?? 'an AI tool'
  return (
    <Group gap={6}>
      <StateDot
        state={status < 400 ? 'good' : 'warn'}
      >{`${name}: ${operationName(operation)}, ${status}`}</StateDot>
      <Text size="sm" c="dimmed" component="span">
        <Time at={created_at} />
      </Text>
    </Group>
  )
}
