import classes from './count-bar.module.css'
import type { Batch, JobState } from './records.ts'

const STATE_COLOURS: [state: JobState, colour: string][] = [
  ['completed', 'var(--winnow-good)'],
  ['failed', 'var(--winnow-bad)'],
  ['cancelled', 'var(--winnow-warn)'],
  ['skipped', 'var(--mantine-color-dimmed)'],
  ['running', 'var(--winnow-busy)'],
]

/** The progress bar of a batch, coloured by the states of its items. */
export function CountBar({ counts }: { counts: Batch['counts'] }) {
  const ended = counts.total - counts.pending - counts.running
  const parts = STATE_COLOURS.filter(([state]) => counts[state]).map(([state]) => `${counts[state]} ${state}`)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={parts.join(', ') || 'No items yet'}
      aria-valuenow={ended}
      aria-valuemin={0}
      aria-valuemax={counts.total}
    >
      {STATE_COLOURS.map(([state, background]) => (
        <div key={state} style={{ background, width: `${(counts[state] / counts.total) * 100}%` }} />
      ))}
    </div>
  )
}
