import { Text } from '@mantine/core'
import { counted } from '../../ui/counted.ts'
import { numberText } from '../../ui/number-text.ts'
import type { CallFacts } from './readings.ts'

/** Shows how much was read, what that cost, and where the page came from. */
export function Facts({ size, facts: { credits, source, ms } }: { size: string; facts: CallFacts }) {
  const facts = [
    size,
    credits ? counted(credits, 'credit') : 'free',
    `from ${source}`,
    `${numberText(ms)} ms`,
  ]
  return (
    <Text size="xs" c="dimmed" className="tabular" role="status" aria-label="Cost and source">
      {facts.join(' · ')}
    </Text>
  )
}
