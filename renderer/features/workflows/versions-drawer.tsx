import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { versionsQuery } from '../../ui/runs/use-node-names.ts'
import { Time } from '../../ui/time.tsx'
import type { Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import type { GraphState } from './graph/use-graph.ts'

/** All saved versions. Restoring an earlier version replaces the draft, which can be undone. */
export function VersionsDrawer({
  workflow,
  editing,
  opened,
  onClose,
}: {
  workflow: Workflow
  editing: GraphState
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
              {`v${saved.version} · ${counted(saved.nodes.length, 'node')} · `}
              <Time at={saved.created_at} />
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                editing.replace(() => graphOf(saved))
                onClose()
              }}
            >
              {`Restore v${saved.version}`}
            </Button>
          </Group>
        ))}
      </Stack>
    </Drawer>
  )
}
