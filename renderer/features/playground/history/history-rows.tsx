import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowsDiff, IconRefresh } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { ExampleMark } from '../../../ui/example-mark.tsx'
import { operationName } from '../../../ui/operation-name.ts'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { msText, stateOf } from '../answer-facts.tsx'
import { priceOf } from '../operations.ts'
import classes from '../playground.module.css'
import { incomparableReason } from './compare.tsx'
import { type HistoryEntry, labelOf } from './entry.ts'

const ROW_PX = 30
/** The height of the head of the history, which is all that is shown while it is empty. */
export const HISTORY_HEAD_PX = 38

/** The height of all rows and the head, with some space below. */
export const historyHeight = (rows: number) => HISTORY_HEAD_PX + (rows ? rows * ROW_PX + 8 : 0)

interface RowsProps {
  entries: readonly HistoryEntry[]
  onOpen: (entry: HistoryEntry) => void
  onAgain: (entry: HistoryEntry) => void
  /** The calls that are chosen for a comparison. */
  chosen: readonly HistoryEntry[]
  onChoose: (entry: HistoryEntry) => void
}

/** The rows of past calls, newest first. A click opens a call. */
export function HistoryRows({ entries, ...rest }: RowsProps) {
  const container = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => container.current,
    estimateSize: () => ROW_PX,
    getItemKey: index => entries[index]!.id,
    overscan: 8,
  })
  return (
    <div ref={container} className={classes.historyRows}>
      <ul
        style={{
          position: 'relative',
          height: virtualizer.getTotalSize(),
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start: top }) => (
          <li key={key} style={{ position: 'absolute', width: '100%', transform: `translateY(${top}px)` }}>
            <HistoryRow entry={entries[index]!} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function HistoryRow({
  entry,
  onOpen,
  onAgain,
  chosen,
  onChoose,
}: { entry: HistoryEntry } & Omit<RowsProps, 'entries'>) {
  const isChosen = chosen.some(({ id }) => id === entry.id)
  const reason = incomparableReason(entry)
  const name = operationName(entry.operation)
  return (
    <div className={classes.historyRow}>
      <UnstyledButton className={classes.historyOpen!} onClick={() => onOpen(entry)}>
        <StateDot state={stateOf(entry)}>{String(entry.status)}</StateDot>
        <span title={entry.operation}>{name}</span>
        <span className={classes.historyLabel}>{labelOf(entry)}</span>
        {entry.example && <ExampleMark>Read from a synthetic page that comes with Winnow</ExampleMark>}
        <span className={classes.number}>{entry.credits === null ? '' : priceOf(entry.credits)}</span>
        <span className={classes.number}>{msText(entry.ms)}</span>
        <span className={classes.number} style={{ width: 110 }}>
          <Time at={entry.at} />
        </span>
      </UnstyledButton>
      <Tooltip label={reason ?? (chosen.length ? 'Compare with the other one' : 'Compare with another one')}>
        <ActionIcon
          variant={isChosen ? 'filled' : 'subtle'}
          color={isChosen ? 'indigo' : 'gray'}
          size="sm"
          aria-label={`Compare the answer of ${name}`}
          aria-pressed={isChosen}
          {...(reason && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => !reason && onChoose(entry)}
        >
          <IconArrowsDiff size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Send again">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Send ${name} again`}
          onClick={() => onAgain(entry)}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
