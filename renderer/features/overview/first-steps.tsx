import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { samplesQuery } from '../../lib/machine.ts'
import { placeOf } from '../../lib/playground-place.ts'

/** What one can do who has just come: each works without network. */
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
          text="Every prebuilt API brings an invented page to read: see what an answer looks like, without network."
        />
        <Step
          to="/keys"
          verb="Make a key"
          text="A script calls Winnow with a key of its own, which can be capped and revoked alone."
        />
        <Step
          to="/parsers/sample"
          verb="Write a parser"
          text="Say which fields to read from a page, and see the result beside it. The sample brings its page."
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
