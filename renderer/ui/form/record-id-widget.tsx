import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchText } from '../../../server/base/text/search-text.ts'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong, operationsQuery } from '../../lib/service/machine.ts'
import { isRecordKind, type RecordKind, type RecordName } from '../../lib/service/record-names.ts'
import { joinedState, type ListState, nothingFoundText } from './list-choices.ts'
import { NameSelect } from './name-select.tsx'
import { TextWidget } from './plain-widgets.tsx'
import { entriesQuery, entryLoaderOf } from './record-entries.ts'
import {
  choicesFrom,
  joinedRecords,
  type NameSearch,
  underHeading,
  useNameSearch,
  useTypedWords,
} from './use-name-search.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const NONE_FOUND: ReadonlySet<string> = new Set()
const LOADED: ListState = { isPending: false, isError: false }

/** A field for the id of a record. Offers records by name, or by their content if records of this kind have no names. */
export function RecordIdWidget(props: WidgetProps) {
  const noun = props.schema['x-id-of']!
  const entries = entryLoaderOf(noun)
  if (noun === 'api') return <ApiWidget {...props} />
  if (entries) return <EntryWidget {...props} noun={noun} entries={entries} />
  return isRecordKind(noun) ? <NamedWidget {...props} kind={noun} /> : <TextWidget {...props} />
}

/** Offers the newest records, and those that the service finds. */
function EntryWidget({
  noun,
  entries,
  ...props
}: WidgetProps & { noun: string; entries: NonNullable<ReturnType<typeof entryLoaderOf>> }) {
  const { typed, words, onSeek } = useTypedWords()
  const scope = { account: useAccount(), within: props.within }
  const newest = useQuery(entriesQuery(entries, { ...scope, words: '' }))
  const found = useQuery(entriesQuery(entries, { ...scope, words }))
  const foundIds = typed && typed === words ? found.data?.map(({ id }) => id) : []
  const isOpen = entries.within !== undefined && !props.within
  return (
    <IdSelect
      {...props}
      noun={noun}
      records={joinedRecords(newest.data, found.data)}
      found={new Set(foundIds)}
      state={isOpen ? LOADED : joinedState([newest, found])}
      onSeek={entries.isSearched && onSeek}
      {...(isOpen && { placeholder: `Choose a ${entries.within} first` })}
    />
  )
}

function NamedWidget({ kind, ...props }: WidgetProps & { kind: RecordKind }) {
  const search = useNameSearch(kind, props.value as string | undefined)
  return <IdSelect {...props} {...search} noun={kind} />
}

function ApiWidget(props: WidgetProps) {
  const operations = useQuery(operationsQuery)
  const apis = apisAmong(operations.data?.data ?? [])
  return (
    <IdSelect {...props} noun="API" records={apis.map(({ id }) => ({ id, name: id }))} state={operations} />
  )
}

/** Offers records by name. The search matches names and ids. Any other id, or a `{{ … }}` expression, can be typed. */
function IdSelect({
  noun,
  records,
  found = NONE_FOUND,
  heading,
  state,
  onSeek,
  placeholder = placeholderOf(noun, records, state),
  ...props
}: WidgetProps & {
  noun: string
  state: ListState
  placeholder?: string
} & Pick<NameSearch, 'records'> &
  Partial<Pick<NameSearch, 'found' | 'heading'>> & { onSeek?: NameSearch['onSeek'] | undefined }) {
  const [search, setSearch] = useState('')
  const value = (props.value as string | undefined) || null
  const known = new Set(records.map(({ id }) => id))
  const typed = search.trim()
  // Until all names are loaded, a typed text may be one of them rather than an id.
  const isTypedId = !state.isPending && isNew(typed, records)
  const others = [...new Set([value ?? '', isTypedId ? typed : ''])].filter(id => id && !known.has(id))
  const choices = [...choicesFrom({ records, found }), ...others.map(id => ({ value: id, label: id }))]
  return (
    <NameSelect
      {...inputProps(props)}
      data={underHeading(heading, choices)}
      renderOption={({ option }) => <Choice noun={noun} option={option} isKnown={known.has(option.value)} />}
      onSearchChange={setSearch}
      onSeek={onSeek}
      clearable={!props.required}
      placeholder={placeholder}
      nothingFoundMessage={nothingFoundText(state, `No matching ${noun}`)}
      value={value}
      onChange={next => props.onChange(next ?? undefined)}
    />
  )
}

function placeholderOf(noun: string, { length }: readonly RecordName[], state: ListState): string {
  if (length) return `Choose ${noun === 'API' ? 'an' : 'a'} ${noun}`
  if (state.isPending) return 'Loading…'
  return state.isError ? 'Enter an ID: the names could not be loaded' : `No ${noun} yet`
}

const fits = (text: string, words: string) => searchText(text).includes(searchText(words.trim()))

/** Whether a typed text matches no record, not even part of its name. */
const isNew = (typed: string, records: readonly RecordName[]) =>
  typed !== '' && !records.some(({ id, name }) => fits(`${name} ${id}`, typed))

function Choice({
  noun,
  option,
  isKnown,
}: {
  noun: string
  option: { value: string; label: string }
  isKnown: boolean
}) {
  if (!isKnown) return <span>{`Use the ${noun} ID ${option.value}`}</span>
  return (
    <span>
      {option.label}{' '}
      {option.label !== option.value && (
        <Text span size="xs" c="dimmed">
          {option.value}
        </Text>
      )}
    </span>
  )
}
