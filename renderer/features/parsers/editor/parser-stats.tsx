import { Alert, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { counted } from '../../../ui/counted.ts'
import { numberText } from '../../../ui/number-text.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { Time } from '../../../ui/time.tsx'
import { statsQuery } from '../health/api.ts'
import { FailureMap } from '../health/failure-map.tsx'
import { FillChart } from '../health/fill-chart.tsx'
import { HealthNotice } from '../health/health-notice.tsx'
import { percent } from '../percent.ts'
import type { DrawerContent } from './drawer-content.ts'

/** The stats of the parser: calls, success rate, health, and how often each field had a value. */
export function ParserStats({ parser }: DrawerContent) {
  const stats = useQuery(statsQuery(useAccount(), parser!.id))
  if (stats.isPending) return <RowsSkeleton />
  if (stats.isError) return <ErrorNotice error={stats.error} onRetry={() => void stats.refetch()} />
  const { runs, success_rate, last_ok_at, series, health } = stats.data
  const { fill_rate_by_field, rule_hits_by_field, warnings } = stats.data
  if (!runs) return <EmptyState>No calls yet. “Use” shows how to call this parser.</EmptyState>
  return (
    <Stack gap={24}>
      <Group gap="16px 32px">
        <Fact name="Calls">{numberText(runs)}</Fact>
        <Fact name="Success rate">{percent(success_rate)}</Fact>
        <Fact name="Last success">{last_ok_at ? <Time at={last_ok_at} /> : 'never'}</Fact>
      </Group>
      <HealthNotice health={health} />
      {series.length > 1 && <FillChart series={series} />}
      {series.length > 0 && <FailureMap series={series} />}
      {warnings.map(({ field, warning }) => (
        <Alert key={field} color="orange" variant="light" title={<span className="mono">{field}</span>}>
          {warning}
        </Alert>
      ))}
      <Table verticalSpacing={6} aria-label="How often each field had a value">
        <Table.Tbody>
          {Object.entries(fill_rate_by_field).map(([field, rate]) => (
            <Table.Tr key={field}>
              <Table.Td className="mono">
                {field}
                {rule_hits_by_field[field] && <RuleHits hits={rule_hits_by_field[field]} />}
              </Table.Td>
              <Table.Td w="40%">
                <Progress
                  value={rate * 100}
                  color={rate < 0.5 ? 'orange' : 'indigo'}
                  aria-label={`Share of results with ${field}`}
                />
              </Table.Td>
              <Table.Td w={64} ta="right" className="tabular">
                {percent(rate)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

/** How often each rule of `any` provided the value. */
const RuleHits = ({ hits }: { hits: number[] }) => (
  <Text size="xs" c="dimmed">
    {hits.map((count, rule) => `rule ${rule + 1}: ${counted(count, 'time')}`).join(' · ')}
  </Text>
)

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="lg" className="tabular">
      {children}
    </Text>
  </div>
)
