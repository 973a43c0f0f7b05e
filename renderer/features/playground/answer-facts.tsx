import { Notice } from '../../ui/answer/notice.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { numberText } from '../../ui/number-text.ts'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { HistoryEntry } from './history/entry.ts'
import { priceOf } from './operations.ts'
import classes from './playground.module.css'

/**
 * Returns the colour of a status: good below 400, a warning for errors that the caller can fix (below 500), bad for others.
 */
export const stateOf = ({ status }: Pick<HistoryEntry, 'status'>): StateColour =>
  status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'

export const msText = (ms: number) => (ms < 10_000 ? `${numberText(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Shows the status, time, price, size and source of an answer. */
export function AnswerFacts({ entry }: { entry: HistoryEntry }) {
  const headers = new Map(entry.headers)
  const source = headers.get('x-source')
  const notice = headers.get('x-notice')
  return (
    <div className={`${classes.facts} tabular`} role="status">
      <StateDot state={stateOf(entry)}>{String(entry.status)}</StateDot>
      <span>{msText(entry.ms)}</span>
      {entry.example && <ExampleMark>Read from a synthetic page that comes with Winnow</ExampleMark>}
      {entry.credits !== null && <span>{priceOf(entry.credits)}</span>}
      <span>{bytesText(entry.bytes)}</span>
      {source && <span>from {source}</span>}
      {notice && <Notice notice={notice} />}
      <Time at={entry.at} />
    </div>
  )
}
