import { Anchor, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../lib/service/client.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import { useConnection } from '../../lib/service/connection.ts'
import { diagnosticsQuery, platformsQuery, statusQuery, storageQuery } from '../../lib/service/machine.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { Fact } from '../../ui/fact.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'

/** Shows the state of the service, the disk, the browser and the platforms, and the warnings of the service. */
export function Health() {
  const { data: status } = useQuery(statusQuery)
  return (
    <Stack gap={12} component="section" aria-label="Health">
      <Group gap="16px 40px" align="flex-start">
        <Service />
        <Disk />
        <Browser />
        <Platforms />
      </Group>
      {status?.warnings.map(warning => (
        <StateDot key={warning} state="warn">
          {warning}
        </StateDot>
      ))}
    </Stack>
  )
}

function Service() {
  const { data } = useQuery(statusQuery)
  const isAway = useConnection() === 'away'
  const startedAt = data && new Date(serviceTime() - data.uptime_seconds * 1000).toISOString()
  return (
    <Fact name="Service" note={startedAt && <VersionNote at={startedAt} version={data.version} />}>
      {data && <StateDot state={isAway ? 'warn' : 'good'}>{isAway ? 'Does not answer' : 'Running'}</StateDot>}
    </Fact>
  )
}

const VersionNote = ({ at, version }: { at: string; version: string }) => (
  <>
    version {version}, started <Time at={at} />
  </>
)

function Disk() {
  const storage = useQuery(storageQuery)
  const bytes = storage.data?.data.reduce((sum, part) => sum + part.bytes, 0)
  return (
    <Fact name="Disk" note={<SmallLink place="/settings/data">Storage details</SmallLink>}>
      {bytes === undefined ? (
        withoutData(storage)
      ) : (
        <StateDot state="good">{`${bytesText(bytes)} used`}</StateDot>
      )}
    </Fact>
  )
}

function Browser() {
  const diagnostics = useQuery(diagnosticsQuery)
  const foundBrowser = diagnostics.data?.browser
  return (
    <Fact
      name="Browser"
      note={
        foundBrowser === null ? <SmallLink place="/settings">Set the path</SmallLink> : 'for browser mode'
      }
    >
      {diagnostics.data ? (
        <StateDot state={foundBrowser ? 'good' : 'warn'}>
          {foundBrowser ? `${foundBrowser.name} found` : 'None found'}
        </StateDot>
      ) : (
        withoutData(diagnostics)
      )}
    </Fact>
  )
}

function Platforms() {
  const platforms = useQuery(platformsQuery)
  return (
    <Fact name="Platforms" note={<SmallLink place="/settings/platforms">Platform details</SmallLink>}>
      {platforms.data ? <PlatformsState platforms={platforms.data.data} /> : withoutData(platforms)}
    </Fact>
  )
}

function PlatformsState({ platforms }: { platforms: OutputOf<'platform-list'>['data'] }) {
  const blockedPlatforms = platforms.filter(({ blocked_since }) => blocked_since)
  const hasAnswers = platforms.some(({ last_success_at }) => last_success_at)
  if (blockedPlatforms.length)
    return <StateDot state="bad">{`${blockedPlatforms.map(({ name }) => name).join(', ')} blocked`}</StateDot>
  return (
    <StateDot state={hasAnswers ? 'good' : 'quiet'}>{hasAnswers ? 'None blocked' : 'No calls yet'}</StateDot>
  )
}

/** What a fact without data shows: that it could not be read, or nothing while it loads. */
const withoutData = ({ isError }: { isError: boolean }) =>
  isError ? <StateDot state="warn">Could not be read</StateDot> : undefined

const SmallLink = ({ place, children }: { place: string; children: ReactNode }) => (
  <Anchor component={Link} to={place} size="xs">
    {children}
  </Anchor>
)
