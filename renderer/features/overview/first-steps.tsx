import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { samplesQuery } from '../../lib/machine.ts'
import { placeOf } from '../../lib/playground-place.ts'

/** First steps for new users; each works offline. */
export function FirstSteps() {
  const samples = useQuery(samplesQuery)
  const [sample] = samples.data?.data ?? []
  return (
    <Stack gap={12} component="section">
      <Title order={2}>First steps</Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
        <Step
          to={sample ? placeOf(sample.api_id) : '/playground'}
          verb="Try an API offline"
          text="Every prebuilt API comes with a synthetic page. See what a result looks like, without a network connection."
        />
        <Step
          to="/keys"
          verb="Create a key"
          text="A script calls Winnow with its own key, which you can cap and revoke separately."
        />
        <Step
          to="/parsers/sample"
          verb="Create a parser"
          text="Choose which fields to read from a page and see the result next to it. The sample includes its page."
        />
      </SimpleGrid>
    </Stack>
  )
}

const Step = ({ to, verb, text }: { to: string; verb: string; text: string }) => (
  <Paper withBorder p={16}>
    <Stack gap={12} h="100%" justify="space-between" align="flex-start">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Button component={Link} to={to} variant="default" size="sm">
        {verb}
      </Button>
    </Stack>
  </Paper>
)
