import { Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Figure } from '../../ui/figure.tsx'
import { CountBar } from '../../ui/jobs/count-bar.tsx'
import { durationText } from '../../ui/jobs/durations.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { numberText } from '../../ui/number-text.ts'
import { isOpen } from './api.ts'
import { rateOf, rateText, type Sample, WINDOW_MS } from './batch-rate.ts'

/** The states of items, in display order. */
const STATES = ['completed', 'failed', 'cancelled', 'skipped', 'running', 'pending'] as const

/** Shows the progress of a batch, its rate and its cost. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const { counts, credits, max_credits } = batch
  const rate = useRate(batch)
  const ended = counts.total - counts.pending - counts.running
  const parts = STATES.filter(state => counts[state]).map(state => `${numberText(counts[state])} ${state}`)
  return (
    <Stack gap={12} component="section" aria-label="Progress">
      <CountBar counts={counts} />
      <Group gap={40} align="flex-start">
        <Figure name="Finished" note={parts.join(', ')}>
          {`${numberText(ended)} of ${numberText(counts.total)}`}
        </Figure>
        {isOpen(batch) && (
          <>
            <Figure name="Rate">{rate ? rateText(rate.perSecond) : '…'}</Figure>
            <Figure name="Time left">{rate?.leftMs ? durationText(rate.leftMs) : '…'}</Figure>
          </>
        )}
        <Figure
          name="Credits spent"
          note={[
            credits.reserved && `${numberText(credits.reserved)} reserved`,
            max_credits && `limit ${numberText(max_credits)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        >
          {numberText(credits.used)}
        </Figure>
      </Group>
    </Stack>
  )
}

/** How often the rate is measured, even without progress, so that the rate of a stalled batch falls. */
const TICK_MS = 1_000

/** Measures the rate of a batch; null before the first measurement and after the end. */
function useRate(batch: Batch): ReturnType<typeof rateOf> {
  const [samples, setSamples] = useState<Sample[]>([])
  const { total, pending, running } = batch.counts
  const ended = total - pending - running
  const open = isOpen(batch)
  useEffect(() => {
    const addSample = () => {
      const now = { at: Date.now(), ended: ended }
      setSamples(before => [...before.filter(({ at }) => now.at - at < WINDOW_MS), now])
    }
    addSample()
    const timer = open ? setInterval(addSample, TICK_MS) : undefined
    return () => clearInterval(timer)
  }, [ended, open])
  return open ? rateOf(samples, { left: total - ended, running }) : null
}
