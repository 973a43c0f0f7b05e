import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { counted } from '../../../ui/counted.ts'
import { useTargetName } from '../../../ui/jobs/targets.ts'
import { TextLink } from '../../../ui/lists/links.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { OutcomeDot } from '../../../ui/outcome.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { type RowSource, sourcesQuery } from '../api.ts'
import classes from '../databases.module.css'

/** The sources of the rows of a database: each with its schedule, its last run, and what that run changed and cost. */
export function RowSources({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(sourcesQuery(useAccount(), id))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data?.sources.length) return null
  return (
    <section aria-label="Where the rows come from" className={classes.sources}>
      <ul>
        {data.sources.map(source => (
          <li key={source.id}>
            <Source source={source} />
          </li>
        ))}
      </ul>
      {data.webhooks.length > 0 && (
        <Text size="xs" c="dimmed">
          Notified of changes:{' '}
          {data.webhooks.map(({ id, url }) => (
            <TextLink key={id} to={`/webhooks/${id}`}>
              {url}
            </TextLink>
          ))}
        </Text>
      )}
    </section>
  )
}

const KIND_LABELS: Record<RowSource['kind'], string> = {
  cron: 'crons',
  workflow: 'workflows',
  job: 'jobs',
  batch: 'batches',
}

const Source = ({ source }: { source: RowSource }) => (
  <Group gap="2px 16px" fz={13}>
    <Origin source={source} />
    <Schedule source={source} />
    <LastRun source={source} />
  </Group>
)

/** Names what a source runs, with links to it and to what starts it. */
function Origin({ source: { kind, id, name, parser_id, api_id } }: { source: RowSource }) {
  const nameOf = useTargetName([{ parser_id }])
  const target = nameOf({ parser_id, api_id })
  const path = api_id ? `/playground/${api_id}` : `/parsers/${parser_id}`
  return (
    <span>
      {target && (
        <>
          <TextLink to={path}>{target}</TextLink>
          {' by '}
        </>
      )}
      <TextLink to={`/${KIND_LABELS[kind]}/${id}`}>{`the ${kind}${name ? ` “${name}”` : ''}`}</TextLink>
    </span>
  )
}

function Schedule({ source: { schedule } }: { source: RowSource }) {
  if (!schedule) return null
  const { reading, timezone, enabled, next_run_at } = schedule
  if (!enabled) return <StateDot state="warn">Paused</StateDot>
  return (
    <span title={timezone}>
      {reading}
      {next_run_at && (
        <>
          {'; next '}
          <Time at={next_run_at} />
        </>
      )}
    </span>
  )
}

function LastRun({ source: { schedule, last_run } }: { source: RowSource }) {
  if (!last_run) return schedule && <Text span size="xs" c="dimmed" children="has not run yet" />
  const { state, message, started_at, changes, credits } = last_run
  return (
    <Group gap={8} component="span" className="tabular">
      <OutcomeDot state={state} note={message ?? undefined} />
      {started_at && <Time at={started_at} />}
      <span>{[changes && changesText(changes), costText(credits)].filter(Boolean).join(', ')}</span>
    </Group>
  )
}

const costText = (credits: number) => (credits ? counted(credits, 'credit') : 'free')

/** Formats the changes of a run: `12 new, 1 changed, 2 gone`. Returned rows count as new. */
function changesText({
  added,
  changed,
  removed,
  returned,
}: NonNullable<NonNullable<RowSource['last_run']>['changes']>) {
  const parts = [
    [added + returned, 'new'],
    [changed, 'changed'],
    [removed, 'gone'],
  ] as const
  const changeTexts = parts.flatMap(([count, word]) => (count ? [`${numberText(count)} ${word}`] : []))
  return changeTexts.join(', ') || 'nothing changed'
}
