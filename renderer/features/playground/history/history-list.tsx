import { ActionIcon, Button, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../../lib/account.ts'
import { placeOf } from '../../../lib/playground-place.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { offerUndo } from '../../../ui/offer-undo.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { msText, stateOf } from '../answer-facts.tsx'
import { replaceDraft } from '../drafts.ts'
import { type Operation, priceOf } from '../operations.ts'
import classes from '../playground.module.css'
import { showAnswer, start } from '../runs.ts'
import { type Entry, labelOf } from './entry.ts'
import { forget, historyQuery, keep } from './history.ts'

const ROW = 30

const fits = (entry: Entry, words: string) =>
  `${entry.operation} ${labelOf(entry)} ${entry.status}`.toLowerCase().includes(words.toLowerCase())

/** Puts a call of the past back into its form. */
function refill(entry: Entry): Record<string, unknown> {
  const input = { ...entry.input, ...entry.files }
  replaceDraft(entry.operation, input, entry.method)
  return input
}

/** What was called before: a click shows the answer that came, another sends it again. */
export function HistoryList({ operations }: { operations: readonly Operation[] }) {
  const account = useAccount()
  const { data: entries = [] } = useQuery(historyQuery(account))
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const shown = words ? entries.filter(entry => fits(entry, words)) : entries

  const open = (entry: Entry) => {
    const input = refill(entry)
    void navigate(placeOf(entry.operation))
    void showAnswer(entry.operation, entry, entry.body, input)
  }
  const again = (entry: Entry) => {
    const operation = operations.find(({ id }) => id === entry.operation)
    if (!operation) return
    const input = refill(entry)
    void navigate(placeOf(entry.operation))
    const { method, debug, example } = entry
    void start(entry.operation, { operation, draft: { input, method, debug }, example })
  }
  const clear = async () => {
    const gone = shown
    await forget(gone)
    const what = gone.length === 1 ? '1 call' : `${gone.length} calls`
    offerUndo(`${what} removed from the history`, () => void keep(...gone))
  }

  return (
    <div className={classes.list}>
      <div className={classes.historyHead}>
        <Text size="sm" fw={600}>
          History
        </Text>
        <TextInput
          size="xs"
          type="search"
          aria-label="Filter the history"
          placeholder="Filter"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Button
          size="compact-xs"
          variant="default"
          ml="auto"
          disabled={!shown.length}
          onClick={() => void clear()}
        >
          {words ? 'Clear these' : 'Clear'}
        </Button>
      </div>
      {shown.length ? (
        <Rows entries={shown} onOpen={open} onAgain={again} />
      ) : (
        <EmptyState>
          {words ? 'No call fits this filter.' : 'Calls that you send are kept here, with their answers.'}
        </EmptyState>
      )}
    </div>
  )
}

interface RowsProps {
  entries: readonly Entry[]
  onOpen: (entry: Entry) => void
  onAgain: (entry: Entry) => void
}

function Rows({ entries, onOpen, onAgain }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: index => entries[index]!.id,
    overscan: 8,
  })
  return (
    <div ref={box} style={{ flex: 1, overflow: 'auto', minHeight: 0 }}>
      <ul
        style={{
          position: 'relative',
          height: rows.getTotalSize(),
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {rows.getVirtualItems().map(({ index, key, start: top }) => (
          <li key={key} style={{ position: 'absolute', width: '100%', transform: `translateY(${top}px)` }}>
            <Row entry={entries[index]!} onOpen={onOpen} onAgain={onAgain} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ entry, onOpen, onAgain }: { entry: Entry } & Omit<RowsProps, 'entries'>) {
  return (
    <div className={classes.historyRow}>
      <UnstyledButton className={classes.historyOpen!} onClick={() => onOpen(entry)}>
        <StateDot state={stateOf(entry)}>{String(entry.status)}</StateDot>
        <span>{entry.operation}</span>
        <span className={classes.historyLabel}>
          {entry.example ? 'offline example · ' : ''}
          {labelOf(entry)}
        </span>
        <span className={classes.number}>{entry.credits === null ? '' : priceOf(entry.credits)}</span>
        <span className={classes.number}>{msText(entry.ms)}</span>
        <span className={classes.number} style={{ width: 110 }}>
          <Time at={entry.at} />
        </span>
      </UnstyledButton>
      <Tooltip label="Send again">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Send ${entry.operation} again`}
          onClick={() => onAgain(entry)}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
