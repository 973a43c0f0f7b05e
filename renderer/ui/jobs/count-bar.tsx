import classes from './count-bar.module.css'
import type { Batch, JobState } from './records.ts'

const SHOWN: [state: JobState, colour: string][] = [
  ['completed', 'var(--winnow-good)'],
  ['failed', 'var(--winnow-bad)'],
  ['cancelled', 'var(--winnow-warn)'],
  ['skipped', 'var(--mantine-color-dimmed)'],
  ['running', 'var(--winnow-busy)'],
]

/** How far a batch is, in the colours of its items. */
export function CountBar({ counts }: { counts: Batch['counts'] }) {
  const ended = counts.total - counts.pending - counts.running
  const told = SHOWN.filter(([state]) => counts[state]).map(([state]) => `${counts[state]} ${state}`)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={told.join(', ') || 'Nothing has run yet'}
      aria-valuenow={ended}
      aria-valuemin={0}
      aria-valuemax={counts.total}
    >
      {SHOWN.map(([state, background]) => (
        <div key={state} style={{ background, width: `${(counts[state] / counts.total) * 100}%` }} />
      ))}
    </div>
  )
}
