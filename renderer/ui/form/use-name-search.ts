import type { ComboboxItem } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import {
  foundNamesQuery,
  MAX_NAMES,
  pluralOf,
  type RecordKind,
  type RecordName,
  recordNameQuery,
  recordNamesQuery,
} from '../../lib/service/record-names.ts'
import { numberText } from '../number-text.ts'
import { type ListState, nothingFoundText, withChosen } from './list-choices.ts'

const DEBOUNCE_MS = 300

/** The records that a drop-down offers while the user types. */
export interface NameSearch {
  /** The newest records and, after them, others that match what is typed. */
  records: RecordName[]
  /** The ids of the records in which the service has found what is typed, perhaps not in their names. */
  found: ReadonlySet<string>
  /** What to say above the records if these are not all. */
  heading: string | undefined
  state: ListState
  /** Takes what the user types: an empty text at the end. */
  onSeek: (typed: string) => void
}

/** What the user types, and the words to search for: those typed last, since the chosen record may be among their matches. */
export function useTypedWords() {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const search = useDebouncedCallback(setWords, DEBOUNCE_MS)
  const onSeek = (text: string) => {
    setTyped(text.trim())
    if (text.trim()) search(text.trim())
  }
  return { typed, words, onSeek }
}

/** Each record once, in the order of the lists. */
export const joinedRecords = (...lists: (readonly RecordName[] | undefined)[]): RecordName[] => [
  ...new Map(lists.flatMap(list => list ?? []).map(record => [record.id, record])).values(),
]

/**
 * Searches the records of a kind by name. The newest `max` are there at once; if there are more, the service searches them
 * for what the user types. The `chosen` record is always among them.
 */
export function useNameSearch(
  kind: RecordKind,
  chosen: string | null | undefined,
  max = MAX_NAMES,
): NameSearch {
  const account = useAccount()
  const { typed, words, onSeek } = useTypedWords()
  const newest = useQuery({ ...recordNamesQuery(kind, account, max), retry: false })
  const isCut = (newest.data?.length ?? 0) >= max
  const search = useQuery({
    ...foundNamesQuery(kind, account, words),
    enabled: isCut && words !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { record } = useRecordName(kind, chosen, max)
  const isAnswered = typed === words && !search.isPending && !search.isPlaceholderData
  const isSearching = isCut && typed !== '' && !isAnswered
  const foundIds = typed && isAnswered ? search.data?.names.map(({ id }) => id) : []
  return {
    records: joinedRecords(newest.data, search.data?.names, record && [record]),
    found: new Set(foundIds),
    heading: isCut ? headingOf(kind, max, typed, { ...search, isSearching }) : undefined,
    state: {
      isPending: newest.isPending || isSearching,
      isSearching,
      isError: newest.isError || search.isError,
    },
    onSeek,
  }
}

/** Says which records are offered of those that there are. */
function headingOf(
  kind: RecordKind,
  max: number,
  typed: string,
  {
    data,
    isSearching,
    isError,
  }: { data: { hasMore: boolean } | undefined; isSearching: boolean; isError: boolean },
): string | undefined {
  const plural = pluralOf(kind)
  if (isSearching) return `Searching ${plural}…`
  if (!typed) return `The newest ${numberText(max)} ${plural}; type to find others`
  if (isError) return `Only the newest ${numberText(max)} ${plural} could be searched`
  return data?.hasMore ? `Type more to see other ${plural}` : undefined
}

/** Returns the record of a kind with this id, also if it is not among the newest; undefined if it is not loaded or not there. */
export function useRecordName(
  kind: RecordKind,
  id: string | null | undefined,
  max = MAX_NAMES,
): { record: RecordName | undefined; isPending: boolean } {
  const account = useAccount()
  const newest = useQuery({ ...recordNamesQuery(kind, account, max), retry: false })
  const named = newest.data?.find(record => record.id === id)
  const isOlder = Boolean(id) && !named && (newest.data?.length ?? 0) >= max
  const older = useQuery({ ...recordNameQuery(kind, account, id ?? ''), enabled: isOlder })
  return { record: named ?? older.data, isPending: newest.isPending || (isOlder && older.isPending) }
}

/** A choice of a drop-down. One that the service has `found` is shown whatever its label is. */
export interface NameChoice extends ComboboxItem {
  isFound?: boolean
}

/** The records of a search as choices of a drop-down. */
export const choicesFrom = ({ records, found }: Pick<NameSearch, 'records' | 'found'>): NameChoice[] =>
  records.map(({ id, name }) => ({ value: id, label: name, isFound: found.has(id) }))

/** Returns choices for a drop-down, below a heading if there is one. */
export const underHeading = (heading: string | undefined, choices: NameChoice[]) =>
  heading ? [{ group: heading, items: choices }] : choices

/** Returns the props of a drop-down of records. */
export function nameSelectProps(search: NameSearch, noun: string, chosen: string | null | undefined) {
  return {
    data: underHeading(search.heading, withChosen(choicesFrom(search), chosen)),
    nothingFoundMessage: nothingFoundText(search.state, `No matching ${noun}`),
    onSeek: search.onSeek,
  }
}
