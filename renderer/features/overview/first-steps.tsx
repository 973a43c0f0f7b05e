import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { keysQuery, samplesQuery } from '../../lib/machine.ts'

import { placeOf } from '../../lib/playground-place.ts'
import { recordNamesQuery } from '../../lib/record-names.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import { toolUsageQuery, usageQuery } from './api.ts'

interface Step {
  id: string
  to: string
  verb: string
  text: string
}

const TRY = 'try'
const STEPS: Step[] = [
  {
    id: TRY,
    to: '/playground',
    verb: 'Try an API offline',
    text: 'Every prebuilt API comes with a synthetic page. See what a result looks like, without a network connection.',
  },
  {
    id: 'read',
    to: '/read',
    verb: 'Read a page',
    text: 'Enter an address or drop a saved page to get its text, links and tables. A sample page is included.',
  },
  {
    id: 'parser',
    to: '/parsers/sample',
    verb: 'Create a parser',
    text: 'Choose which fields to read from a page and see the result next to it. The sample includes its page.',
  },
  {
    id: 'key',
    to: '/keys',
    verb: 'Create a key',
    text: 'A script calls Winnow with its own key, which you can cap and revoke separately.',
  },
  {
    id: 'connect',
    to: '/connect',
    verb: 'Connect AI',
    text: 'An AI tool reads pages, runs parsers and answers from your databases through Winnow.',
  },
]

/** What this window remembers: steps that were done once, and that somebody has seen enough of them. */
interface Kept {
  done: string[]
  dismissed: boolean
}

/** First steps for new users, until all are done or they are dismissed; the first ones work offline. */
export function FirstSteps({ account }: { account: string }) {
  const [kept, keep] = useLocalStorage<Kept>({
    key: `winnow.first-steps.${account}`,
    defaultValue: { done: [], dismissed: false },
    getInitialValueInEffect: false,
  })
  const found = useDone(account)
  const news = found?.filter(id => !kept.done.includes(id)) ?? []
  useEffect(() => {
    if (news.length) keep(before => ({ ...before, done: [...new Set([...before.done, ...news])] }))
  })
  const done = [...kept.done, ...news]
  const samples = useQuery(samplesQuery)
  const [sample] = samples.data?.data ?? []
  if (!found || kept.dismissed || STEPS.every(({ id }) => done.includes(id))) return null
  return (
    <Stack gap={12} component="section" aria-label="First steps">
      <Group justify="space-between">
        <Title order={2}>First steps</Title>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => keep(before => ({ ...before, dismissed: true }))}
        >
          Dismiss
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }} spacing={16}>
        {STEPS.map(step => (
          <StepCard
            key={step.id}
            {...step}
            to={step.id === TRY && sample ? placeOf(sample.api_id) : step.to}
            isDone={done.includes(step.id)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** The steps that what there is shows to be done; undefined until that is loaded. */
function useDone(account: string): string[] | undefined {
  const calls = useQuery(usageQuery(account, 'quarter'))
  const tools = useQuery(toolUsageQuery(account))
  const keys = useQuery(keysQuery(account))
  const parsers = useQuery(recordNamesQuery('parser', account))
  if (!calls.data || !tools.data || !keys.data || !parsers.data) return undefined
  const signs: Record<string, number> = {
    try: calls.data.data.length,
    read: calls.data.data.filter(({ operation }) => operation === 'page-read').length,
    parser: parsers.data.length,
    key: keys.data.data.length,
    connect: tools.data.data.length,
  }
  return Object.keys(signs).filter(id => signs[id])
}

const StepCard = ({ to, verb, text, isDone }: Step & { isDone: boolean }) => (
  <Paper withBorder p={16}>
    <Stack gap={12} h="100%" justify="space-between" align="flex-start">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Group gap={12}>
        <Button component={Link} to={to} variant="default" size="sm">
          {verb}
        </Button>
        {isDone && <StateDot state="good">done</StateDot>}
      </Group>
    </Stack>
  </Paper>
)
