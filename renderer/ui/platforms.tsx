import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf } from '../lib/service/client.ts'
import { platformsQuery } from '../lib/service/machine.ts'
import { ConfirmButton } from './actions/confirm-button.tsx'
import { ExplainedButton } from './actions/explained-button.tsx'
import { DataTable } from './lists/data-table.tsx'
import type { Column } from './lists/table-options.ts'
import { ErrorNotice } from './page/error-notice.tsx'
import { RowsSkeleton } from './page/skeletons.tsx'
import { StateDot } from './state-dot.tsx'
import { Time } from './time.tsx'

type Platform = OutputOf<'platform-list'>['data'][number]

function PlatformState({ of }: { of: Platform }) {
  if (of.blocked_since) return <StateDot state="bad">Blocked</StateDot>
  return of.last_success_at ? (
    <StateDot state="good">Working</StateDot>
  ) : (
    <StateDot state="quiet">No calls yet</StateDot>
  )
}

const timeOr = (at: string | null, word: string) => (at ? <Time at={at} /> : word)
const storedData = ({ cookies, profile }: Platform) =>
  [cookies && 'cookies', profile && 'browser profile'].filter(Boolean).join(', ') || 'nothing'

const COLUMNS: Column<Platform>[] = [
  { name: 'Platform', show: platform => platform.name },
  { name: 'State', grow: 1.5, show: platform => <PlatformState of={platform} /> },
  { name: 'Last success', show: platform => timeOr(platform.last_success_at, 'none') },
  { name: 'Blocked since', show: platform => timeOr(platform.blocked_since, 'not blocked') },
  { name: 'Stored data', show: storedData },
  { name: 'Base address', show: platform => platform.base_url ?? 'default' },
]

/** The state of each platform, and what to do when it blocks requests. */
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
        If a platform blocks requests, open its window and pass the challenge once. Later calls use the same
        browser profile. “Forget” deletes that profile, so that the next call looks like a new visitor.
      </Text>
      {open.error && <ErrorNotice error={open.error} />}
      {forget.error && <ErrorNotice error={forget.error} />}
      <DataTable
        label="Platforms"
        rows={platforms}
        idOf={platform => platform.name}
        columns={COLUMNS}
        lines={2}
        actionsPx={208}
        actions={({ name, window, cookies, profile }) => (
          <Group gap={8} wrap="nowrap">
            <ExplainedButton
              size="compact-sm"
              variant="default"
              reason={window ? null : 'Needs a browser and a display on the machine that runs Winnow.'}
              aria-label={`Open window for ${name}`}
              loading={open.isPending && open.variables === name}
              onClick={() => open.mutate(name)}
            >
              Open window
            </ExplainedButton>
            <ConfirmButton
              question={`Deletes the cookies and the browser profile of ${name}. You are signed out there.`}
              verb="Forget"
              aria-label={`Forget ${name}`}
              loading={forget.isPending && forget.variables === name}
              reason={cookies || profile ? null : 'Nothing is stored for this platform.'}
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

function usePlatform(action: 'platform-open' | 'platform-forget') {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(action, { name }),
    onSuccess: () => queries.invalidateQueries(platformsQuery),
  })
}
