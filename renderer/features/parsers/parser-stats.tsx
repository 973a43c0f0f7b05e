import { Alert, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Time } from '../../ui/time.tsx'
import type { DrawerContent } from './editor-drawer.tsx'
import { percent } from './percent.ts'

/** How the parser has done: runs, success, and how often each field had a value. */
export function ParserStats({ parser }: DrawerContent) {
  if (!parser?.stats.runs) return <EmptyState>Nobody has called it yet. “Use it” shows how.</EmptyState>
  const { runs, success_rate, last_ok_at, fill_rate_by_field, rule_hits_by_field, warnings } = parser.stats
  return (
    <Stack gap={24}>
      <Group gap={32}>
        <Fact name="Calls">{runs.toLocaleString()}</Fact>
        <Fact name="Success">{percent(success_rate)}</Fact>
        <Fact name="Last with data">{last_ok_at ? <Time at={last_ok_at} /> : 'never'}</Fact>
      </Group>
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
                  aria-label={`Filled share of ${field}`}
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

/** Which rule of its chain gave the value, as often as one did. */
const RuleHits = ({ hits }: { hits: number[] }) => (
  <Text size="xs" c="dimmed">
    {hits.map((count, rule) => `any[${rule}] ${count.toLocaleString()}×`).join(' · ')}
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
