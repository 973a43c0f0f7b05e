import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { apisAmong, keysQuery, operationsQuery, samplesQuery } from '../../lib/service/machine.ts'
import { recordNamesQuery } from '../../lib/service/record-names.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import { toolUsageQuery, usageQuery } from './api.ts'

interface Step {
  id: string
  to: string
  verb: string
  text: string
}

const TRY = 'try'

/** Steps that give real results from bundled examples without a network, each with two clicks. */
const OFFLINE_STEPS: Step[] = [
  {
    id: 'read',
    to: '/read?view=json',
    verb: 'Read a page',
    text: 'A saved page as JSON: its text, headings, links and tables. A sample page is included; any page of yours works as well.',
  },
  {
    id: 'parser',
    to: '/parsers/sample-shop-results',
    verb: 'Create a parser',
    text: 'The products of a sample listing as JSON, with the fields that you choose. Save it, and it is a parser of your own.',
  },
  {
    id: TRY,
    to: '/playground',
    verb: 'Try an API offline',
    text: 'Every prebuilt API comes with a synthetic page. See what a result looks like, without a network connection.',
  },
]

const NEXT_STEPS: Step[] = [
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

const STEPS = [...OFFLINE_STEPS, ...NEXT_STEPS]

/** What the browser stores: the steps that were done once, and whether the user dismissed the list. */
interface StepsProgress {
  done: string[]
  dismissed: boolean
}

/** First steps for new users, shown until all are done or the user dismisses them. The first ones work offline. */
export function FirstSteps({ account }: { account: string }) {
  const [progress, setProgress] = useLocalStorage<StepsProgress>({
    key: `winnow.first-steps.${account}`,
    defaultValue: { done: [], dismissed: false },
    getInitialValueInEffect: false,
  })
  const doneNow = useDone(account)
  const newlyDone = doneNow?.filter(id => !progress.done.includes(id)) ?? []
  useEffect(() => {
    if (newlyDone.length)
      setProgress(before => ({ ...before, done: [...new Set([...before.done, ...newlyDone])] }))
  })
  const done = [...progress.done, ...newlyDone]
  const samples = useQuery(samplesQuery)
  const [sample] = samples.data?.data ?? []
  if (!doneNow || progress.dismissed || STEPS.every(({ id }) => done.includes(id))) return null
  return (
    <Stack gap={12} component="section" aria-label="First steps">
      <Group justify="space-between">
        <Title order={2}>First steps</Title>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setProgress(before => ({ ...before, dismissed: true }))}
        >
          Dismiss
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        The first three work offline, and are two clicks from JSON.
      </Text>
      {[OFFLINE_STEPS, NEXT_STEPS].map(steps => (
        <SimpleGrid key={steps[0]!.id} cols={{ base: 1, sm: steps.length }} spacing={16}>
          {steps.map(step => (
            <StepCard
              key={step.id}
              {...step}
              to={step.id === TRY && sample ? playgroundPath(sample.api_id) : step.to}
              isDone={done.includes(step.id)}
            />
          ))}
        </SimpleGrid>
      ))}
    </Stack>
  )
}

/** Returns the steps that existing records and calls show to be done; undefined until these are loaded. */
function useDone(account: string): string[] | undefined {
  const calls = useQuery(usageQuery(account, 'quarter'))
  const tools = useQuery(toolUsageQuery(account))
  const keys = useQuery(keysQuery(account))
  const parsers = useQuery(recordNamesQuery('parser', account))
  const operations = useQuery(operationsQuery)
  if (!calls.data || !tools.data || !keys.data || !parsers.data || !operations.data) return undefined
  const apis = new Set(apisAmong(operations.data.data).flatMap(({ id }) => [id, `extract-${id}`]))
  const signs: Record<string, number> = {
    try: calls.data.data.filter(({ operation }) => apis.has(operation)).length,
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
        {isDone && <StateDot state="good">Done</StateDot>}
      </Group>
    </Stack>
  </Paper>
)
