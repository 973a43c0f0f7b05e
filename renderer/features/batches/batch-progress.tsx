import { Group, Stack } from '@mantine/core'
import { Figure } from '../../ui/figure.tsx'
import { CountBar } from '../../ui/jobs/count-bar.tsx'
import { durationText } from '../../ui/jobs/durations.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { isOpen } from './api.ts'
import { useRate } from './use-rate.ts'

const WORDS = ['completed', 'failed', 'cancelled', 'skipped', 'running', 'pending'] as const

/** How far a batch is, how fast, and what it costs. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const { counts, credits, max_credits } = batch
  const rate = useRate(batch)
  const ended = counts.total - counts.pending - counts.running
  const told = WORDS.filter(word => counts[word]).map(word => `${counts[word].toLocaleString()} ${word}`)
  return (
    <Stack gap={12} component="section" aria-label="Progress">
      <CountBar counts={counts} />
      <Group gap={40} align="flex-start">
        <Figure name="Ended" note={told.join(', ')}>
          {`${ended.toLocaleString()} of ${counts.total.toLocaleString()}`}
        </Figure>
        {isOpen(batch) && (
          <>
            <Figure name="Rate">{rate ? `${rate.perSecond.toFixed(1)} a second` : '…'}</Figure>
            <Figure name="Time left">{rate ? durationText(rate.leftMs) : '…'}</Figure>
          </>
        )}
        <Figure
          name="Credits spent"
          note={[
            credits.reserved && `${credits.reserved.toLocaleString()} set aside`,
            max_credits && `at most ${max_credits.toLocaleString()}`,
          ]
            .filter(Boolean)
            .join(', ')}
        >
          {credits.used.toLocaleString()}
        </Figure>
      </Group>
    </Stack>
  )
}
