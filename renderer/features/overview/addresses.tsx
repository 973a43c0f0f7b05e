import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../lib/service/machine.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'

/** Shows the addresses of the service for programs and AI tools. */
export function Addresses() {
  const status = useQuery(statusQuery)
  if (status.isPending) return <RowsSkeleton rows={2} />
  if (status.isError) return <ErrorNotice error={status.error} onRetry={() => void status.refetch()} />
  const { address } = status.data
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Addresses</Title>
      <Group gap="16px 32px">
        <Address name="REST" address={`${address}/v1`} />
        <Address name="MCP" address={`${address}/mcp`} />
      </Group>
    </Stack>
  )
}

const Address = ({ name, address }: { name: string; address: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Group gap={4}>
      <span className="mono">{address}</span>
      <CopyButton text={address} what={`the ${name} address`} />
    </Group>
  </div>
)
