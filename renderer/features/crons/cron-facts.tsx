import { Group } from '@mantine/core'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { TextLink } from '../../ui/lists/links.tsx'
import { Time } from '../../ui/time.tsx'
import type { Cron } from './api.ts'
import { CronState } from './cron-state.tsx'

const OVERLAPS: Record<Cron['overlap'], string> = {
  skip: 'Skips overlapping runs',
  queue: 'Queues overlapping runs',
  replace: 'Stops the earlier run if they overlap',
  allow: 'Allows overlapping runs',
}

const MISFIRES: Record<Cron['misfire'], string> = {
  run_once: 'runs once after missed times',
  run_all: 'runs every missed time',
  skip: 'skips missed times',
}

/** The main facts of a cron. */
export function CronFacts({ cron }: { cron: Cron }) {
  const { reading, expression, timezone, next_run_at, target, failures } = cron
  return (
    <Group gap="16px 32px" align="flex-start">
      <Fact name="State" note={failures ? `${counted(failures, 'failure')} in a row` : null}>
        <CronState of={cron} />
      </Fact>
      <Fact name="When" note={<span className="mono">{`${expression} · ${timezone}`}</span>}>
        {reading}
      </Fact>
      <Fact name="Next" note={next_run_at && <Time at={next_run_at} zone={timezone} />}>
        {next_run_at ? <Time at={next_run_at} /> : 'none'}
      </Fact>
      <Fact name="Runs" note={itemsText(cron)}>
        <TargetLink target={target} />
      </Fact>
      {target.database_id && (
        <Fact name="Writes to">
          <TextLink to={`/databases/${target.database_id}`}>Open the database</TextLink>
        </Fact>
      )}
      <Fact name="Rules" note={budgetOf(cron)}>
        {`${OVERLAPS[cron.overlap]}; ${MISFIRES[cron.misfire]}`}
      </Fact>
    </Group>
  )
}

function TargetLink({ target: { type, id } }: { target: Cron['target'] }) {
  const parser = { parser_id: type === 'parser' ? id : null }
  const nameOf = useTargetName([parser])
  if (type === 'api') return <TextLink to={`/playground/${id}`}>{id ?? ''}</TextLink>
  if (type === 'parser') return <TextLink to={`/parsers/${id}`}>{nameOf(parser)}</TextLink>
  if (type === 'workflow') return <TextLink to={`/workflows/${id}`}>Open the workflow</TextLink>
  return id ? <TextLink to={`/batches/${id}`}>Repeat an earlier batch</TextLink> : 'A batch'
}

/** Describes the input of a run briefly. */
function itemsText({ target: { input } }: Cron): string | null {
  const { urls, url, items } = input as { urls?: string[]; url?: string; items?: unknown[] }
  if (urls) return counted(urls.length, 'address', 'addresses')
  if (Array.isArray(input)) return counted(input.length, 'input')
  return items ? counted(items.length, 'item') : (url ?? null)
}

function budgetOf({ budget: { per_run, per_day } }: Cron): string {
  const limits = [
    per_run && `${counted(per_run, 'credit')} per run`,
    per_day && `${counted(per_day, 'credit')} per day`,
  ].filter(Boolean)
  return limits.length ? `at most ${limits.join(', ')}` : 'no budget'
}
