import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { platformsQuery } from '../../lib/machine.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Platform, usePlatform } from './api.ts'

function PlatformState({ of }: { of: Platform }) {
  if (of.blocked_since) return <StateDot state="bad">turns calls away</StateDot>
  return of.last_success_at ? (
    <StateDot state="good">gives data</StateDot>
  ) : (
    <StateDot state="quiet">not asked yet</StateDot>
  )
}

const timeOr = (at: string | null, word: string) => (at ? <Time at={at} /> : word)
const keeps = ({ cookies, profile }: Platform) =>
  [cookies && 'cookies', profile && 'browser profile'].filter(Boolean).join(', ') || 'nothing'

const COLUMNS: Column<Platform>[] = [
  { name: 'Platform', show: platform => platform.name },
  { name: 'State', grow: 1.5, show: platform => <PlatformState of={platform} /> },
  { name: 'Last success', show: platform => timeOr(platform.last_success_at, 'none') },
  { name: 'Blocked since', show: platform => timeOr(platform.blocked_since, 'not blocked') },
  { name: 'Kept for it', show: keeps },
  { name: 'Base address', show: platform => platform.base_url ?? 'its own' },
]

/** How each platform answers, and what helps where it does not. */
export function Platforms() {
  const platforms = useQuery(platformsQuery)
  if (platforms.isPending) return <RowsSkeleton rows={4} />
  if (platforms.isError)
    return <ErrorNotice error={platforms.error} onRetry={() => void platforms.refetch()} />
  return <Table platforms={platforms.data.data} />
}

function Table({ platforms }: { platforms: readonly Platform[] }) {
  const open = usePlatform('platform-open')
  const forget = usePlatform('platform-forget')
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed" maw={680}>
        Where a platform turns calls away, open its window and pass its challenge once: later calls come from
        the same profile. Forgetting makes the next call come as a new visitor.
      </Text>
      {open.error && <ErrorNotice error={open.error} />}
      {forget.error && <ErrorNotice error={forget.error} />}
      <DataTable
        label="Platforms"
        rows={platforms}
        idOf={platform => platform.name}
        columns={COLUMNS}
        actionsPx={200}
        actions={({ name, window, cookies, profile }) => (
          <Group gap={8} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              disabled={!window}
              title={
                window ? undefined : 'It takes a browser and a screen on the machine that Winnow runs on.'
              }
              aria-label={`Open window of ${name}`}
              loading={open.isPending && open.variables === name}
              onClick={() => open.mutate(name)}
            >
              Open window
            </Button>
            <ConfirmButton
              question={`The cookies and the browser profile of ${name} are dropped. What you signed in to there is signed out.`}
              verb="Forget"
              disabled={!cookies && !profile}
              onConfirm={() => forget.mutate(name)}
            >
              Forget
            </ConfirmButton>
          </Group>
        )}
      />
    </Stack>
  )
}
