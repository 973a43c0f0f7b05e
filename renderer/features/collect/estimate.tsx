import { Text } from '@mantine/core'
import type { CollectDraft } from '../../lib/collect-start.ts'
import { counted } from '../../ui/counted.ts'
import type { Preview } from './api.ts'

/** Shows the maximum cost of a run. */
export const Estimate = ({
  draft,
  preview: { credits, items },
}: {
  draft: CollectDraft
  preview: Preview
}) => (
  <Text size="sm" role="status" aria-label="Estimate">
    {`${costText(credits, items)}${draft.isScheduled ? ', at each run' : ''}. You pay only for pages that are read.`}
  </Text>
)

function costText(credits: number | null, items: number | null): string {
  if (credits === null) return 'The cost depends on how many links there are'
  if (credits === 0) return 'Free'
  const inputs = items !== null && items > 1 ? ` for ${counted(items, 'input')}` : ''
  return `Up to ${counted(credits, 'credit')}${inputs}`
}
