import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { searchText } from '../../../../server/base/text/search-text.ts'
import { useDrawerParameter } from '../../../lib/in-address.ts'
import { playgroundPath } from '../../../lib/playground-path.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { offerUndo } from '../../../ui/actions/offer-undo.tsx'
import { counted } from '../../../ui/counted.ts'
import { operationName } from '../../../ui/operation-name.ts'
import { replaceDraft } from '../drafts.ts'
import { apiOf, type Operation } from '../operations.ts'
import classes from '../playground.module.css'
import { showAnswer, start } from '../runs.ts'
import { Compare } from './compare.tsx'
import { type HistoryEntry, labelOf } from './entry.ts'
import { addEntries, deleteEntries, historyQuery } from './history.ts'
import { HistoryRows } from './history-rows.tsx'

const matchesWords = (entry: HistoryEntry, words: string) =>
  searchText(
    `${entry.operation} ${operationName(entry.operation)} ${labelOf(entry)} ${entry.status}`,
  ).includes(searchText(words))

/** Puts a past call back into its form. */
function restoreDraft(entry: HistoryEntry): Record<string, unknown> {
  const input = { ...entry.input, ...entry.files }
  replaceDraft(entry.operation, input, { method: entry.method })
  return input
}

/** Returns the two calls to compare, whose ids the address contains; null if it has none, or if one of the calls is gone. */
function comparedPair(
  entries: readonly HistoryEntry[],
  compared: string | null,
): [HistoryEntry, HistoryEntry] | null {
  const [before, after] = (compared ?? '').split(' ').map(id => entries.find(entry => entry.id === id))
  return before && after ? [before, after] : null
}

/** The history of calls. A click shows the answer, and a button sends the call again. */
export function HistoryList({ operations }: { operations: readonly Operation[] }) {
  const account = useAccount()
  const history = useQuery(historyQuery(account))
  const entries = history.data ?? []
  const [words, setWords] = useState('')
  const [first, setFirst] = useState<HistoryEntry | null>(null)
  const [compared, compare] = useDrawerParameter('compare')
  const navigate = useNavigate()
  const pair = comparedPair(entries, compared)
  const visibleEntries = words ? entries.filter(entry => matchesWords(entry, words)) : entries

  const open = (entry: HistoryEntry) => {
    const input = restoreDraft(entry)
    void navigate(playgroundPath(entry.operation))
    void showAnswer(entry.operation, entry, entry.body, input)
  }
  const sendAgain = (entry: HistoryEntry) => {
    const operation = operations.find(({ id }) => id === entry.operation)
    if (!operation) return
    const input = restoreDraft(entry)
    void navigate(playgroundPath(entry.operation))
    const { method, debug } = entry
    const sample = entry.example ? apiOf(operation, operations)?.id : undefined
    void start(entry.operation, { operation, draft: { input, method, debug }, sample })
  }
  const choose = (entry: HistoryEntry) => {
    setFirst(first ? null : entry)
    if (first && first.id !== entry.id) compare(`${first.id} ${entry.id}`)
  }
  const clear = async () => {
    const removed = visibleEntries
    await deleteEntries(removed)
    offerUndo(`${counted(removed.length, 'call')} removed from history`, () => void addEntries(...removed))
  }

  return (
    <div className={classes.history}>
      <div className={classes.historyHead}>
        <Text size="sm" fw={600}>
          History
        </Text>
        {entries.length ? (
          <HistoryFilter
            words={words}
            onWords={setWords}
            found={visibleEntries.length}
            onClear={() => void clear()}
          />
        ) : (
          <Text size="xs" c="dimmed">
            {history.isError && 'The history of this browser could not be read.'}
            {history.data && 'Calls that you send appear here with their answers.'}
          </Text>
        )}
      </div>
      {visibleEntries.length > 0 && (
        <HistoryRows
          entries={visibleEntries}
          chosen={pair ?? (first ? [first] : [])}
          onOpen={open}
          onAgain={sendAgain}
          onChoose={choose}
        />
      )}
      {pair && <Compare entries={pair} onClose={() => compare(null)} />}
    </div>
  )
}

/** The filter of the history, and the button that removes the filtered calls. */
function HistoryFilter({
  words,
  onWords,
  found,
  onClear,
}: {
  words: string
  onWords: (words: string) => void
  found: number
  onClear: () => void
}) {
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        aria-label="Filter history"
        placeholder="Filter"
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
      />
      {words && !found && (
        <Text size="xs" c="dimmed">
          No matching calls.
        </Text>
      )}
      {found > 0 && (
        <Button size="compact-xs" variant="default" ml="auto" onClick={onClear}>
          {words ? 'Clear matches' : 'Clear'}
        </Button>
      )}
    </>
  )
}
