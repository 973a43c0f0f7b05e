import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { versionsQuery, type Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import type { GraphInHand } from './graph/use-graph.ts'

/** Every version that was saved; an earlier one is taken up as a draft, which undo takes back. */
export function VersionsDrawer({
  workflow,
  hand,
  opened,
  onClose,
}: {
  workflow: Workflow
  hand: GraphInHand
  opened: boolean
  onClose: () => void
}) {
  const versions = useQuery({ ...versionsQuery(useAccount(), workflow.id), enabled: opened })
  return (
    <Drawer opened={opened} onClose={onClose} title="Versions">
      {versions.isPending && <RowsSkeleton rows={4} />}
      {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
      <Stack gap={12}>
        {versions.data?.map(saved => (
          <Group key={saved.version} justify="space-between" wrap="nowrap">
            <Text size="sm" className="tabular">
              {`v${saved.version} · ${saved.nodes.length} nodes · `}
              <Time at={saved.created_at} />
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                hand.replace(() => graphOf(saved))
                onClose()
              }}
            >
              {`Take up v${saved.version}`}
            </Button>
          </Group>
        ))}
      </Stack>
    </Drawer>
  )
}
