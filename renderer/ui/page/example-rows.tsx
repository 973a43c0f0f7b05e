import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ExampleNames } from '../../lib/example-names.ts'
import { docsQuery } from '../../lib/operation-docs.ts'
import type { OutputOf } from '../../lib/service/client.ts'
import { ExampleMark } from '../example-mark.tsx'
import classes from './page.module.css'

/** The operations whose documented example an empty page can show. */
type ExampleOperation =
  | 'batch-list'
  | 'cron-list'
  | 'database-list'
  | 'job-list'
  | 'key-list'
  | 'parser-list'
  | 'session-list'
  | 'webhook-list'
  | 'worker-list'

type Rows<Name extends ExampleOperation> = OutputOf<Name> extends { data: infer Found } ? Found : never

/** The current time in the examples of the documentation. */
const EXAMPLE_NOW = Date.parse('2026-01-15T12:00:00Z')
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Shifts a time of an example so that the example appears to happen now. */
const fromNow = (_: string, value: unknown) =>
  typeof value === 'string' && TIME.test(value)
    ? new Date(Date.now() + Date.parse(value) - EXAMPLE_NOW).toISOString()
    : value

/** Shows how a list looks once it has rows. It cannot be clicked, so that nobody mistakes it for real data. */
export function ExampleRows<Name extends ExampleOperation>({
  of,
  children,
}: {
  of: Name
  children: (rows: Rows<Name>) => ReactNode
}) {
  const { data } = useQuery(docsQuery(of))
  const names = useExampleNames()
  if (!data) return null
  const { data: rows }: { data: Rows<Name> } = JSON.parse(JSON.stringify(data.example.output), fromNow)
  return (
    <div className={classes.example} data-example={of}>
      <Group gap={8} mb={8} justify="center">
        <ExampleMark>Invented, as in the documentation.</ExampleMark>
        <Text size="xs" c="dimmed">
          This is what it will look like.
        </Text>
      </Group>
      <div className={classes.inert} inert aria-hidden>
        <ExampleNames value={names}>{children(rows)}</ExampleNames>
      </div>
    </div>
  )
}

/** The names of the parsers whose ids appear in the examples of other lists. */
function useExampleNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(docsQuery('parser-list'))
  const parsers = (data?.example.output ?? { data: [] }) as OutputOf<'parser-list'>
  return new Map(parsers.data.map(({ id, name }) => [id, name]))
}
