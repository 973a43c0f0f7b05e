import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Time } from '../../ui/time.tsx'
import type { Cron } from './api.ts'
import { CronState } from './cron-state.tsx'

/** What a cron is, at one look. */
export function CronFacts({ cron }: { cron: Cron }) {
  const { reading, expression, timezone, next_run_at, target, failures } = cron
  return (
    <Group gap={32} align="flex-start">
      <Fact name="State" note={failures ? `${counted(failures, 'failure')} in a row` : null}>
        <CronState of={cron} />
      </Fact>
      <Fact name="When" note={<span className="mono">{`${expression} · ${timezone}`}</span>}>
        {reading}
      </Fact>
      <Fact name="Next" note={next_run_at && new Date(next_run_at).toLocaleString()}>
        {next_run_at ? <Time at={next_run_at} /> : 'none'}
      </Fact>
      <Fact name="Runs" note={amountOf(cron)}>
        <TargetLink target={target} />
      </Fact>
      {target.database_id && (
        <Fact name="Rows into">
          <To to={`/databases/${target.database_id}`}>Open the database</To>
        </Fact>
      )}
      <Fact name="Rules" note={budgetOf(cron)}>
        {`overlap ${cron.overlap}, missed ${cron.misfire.replace('_', ' ')}`}
      </Fact>
    </Group>
  )
}

const To = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} size="sm">
    {children}
  </Anchor>
)

function TargetLink({ target: { type, id } }: { target: Cron['target'] }) {
  const nameOf = useTargetName()
  if (type === 'api') return <To to={`/playground/${id}`}>{id ?? ''}</To>
  if (type === 'parser') return <To to={`/parsers/${id}`}>{nameOf({ parser_id: id })}</To>
  if (type === 'workflow') return <To to={`/workflows/${id}`}>a workflow</To>
  return id ? <To to={`/batches/${id}`}>an earlier batch again</To> : 'a batch'
}

/** How much a run takes in. */
function amountOf({ target: { type, input } }: Cron): string {
  const { urls, url, items } = input as { urls?: string[]; url?: string; items?: unknown[] }
  if (urls) return counted(urls.length, 'address', 'addresses')
  if (Array.isArray(input)) return counted(input.length, 'input')
  return items ? counted(items.length, 'item') : (url ?? type)
}

function budgetOf({ budget: { per_run, per_day } }: Cron): string {
  const limits = [per_run && `${per_run} a run`, per_day && `${per_day} a day`].filter(Boolean)
  return limits.length ? `budget ${limits.join(', ')}` : 'no budget'
}
