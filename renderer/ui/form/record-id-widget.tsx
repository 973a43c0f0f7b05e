import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchText } from '../../../server/base/text/search-text.ts'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong, operationsQuery } from '../../lib/service/machine.ts'
import { isRecordKind, type RecordName, recordNamesQuery } from '../../lib/service/record-names.ts'
import { joinedState, type ListState, namesState, nothingFoundText, THE_NEWEST } from './list-choices.ts'
import { NameSelect } from './name-select.tsx'
import { TextWidget } from './plain-widgets.tsx'
import { entriesQuery, entryLoaderOf } from './record-entries.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const DEBOUNCE_MS = 300
const LOADED: ListState = { isPending: false, isError: false }

/** A field for the id of a record. Offers records by name, or by their content if records of this kind have no names. */
export function RecordIdWidget(props: WidgetProps) {
  const noun = props.schema['x-id-of']!
  const entries = entryLoaderOf(noun)
  if (noun === 'api') return <ApiWidget {...props} />
  if (entries) return <EntryWidget {...props} noun={noun} entries={entries} />
  return isRecordKind(noun) ? <NamedWidget {...props} kind={noun} /> : <TextWidget {...props} />
}

/** Offers the newest records, and those that match a search. */
function EntryWidget({
  noun,
  entries,
  ...props
}: WidgetProps & { noun: string; entries: NonNullable<ReturnType<typeof entryLoaderOf>> }) {
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed, DEBOUNCE_MS)
  const scope = { account: useAccount(), within: props.within }
  const newest = useQuery(entriesQuery(entries, { ...scope, words: '' }))
  const found = useQuery(entriesQuery(entries, { ...scope, words }))
  const all = [...(newest.data ?? []), ...(found.data ?? [])]
  const records = [...new Map(all.map(record => [record.id, record])).values()]
  const isOpen = entries.within !== undefined && !props.within
  return (
    <IdSelect
      {...props}
      noun={noun}
      records={records}
      state={isOpen ? LOADED : joinedState([newest, found])}
      onSearch={entries.isSearched && setTyped}
      {...(isOpen && { placeholder: `Choose a ${entries.within} first` })}
    />
  )
}

function NamedWidget({ kind, ...props }: WidgetProps & { kind: Parameters<typeof recordNamesQuery>[0] }) {
  const names = useQuery({ ...recordNamesQuery(kind, useAccount()), retry: false })
  return <IdSelect {...props} noun={kind} records={names.data ?? []} state={namesState(names)} />
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
  state,
  onSearch,
  placeholder = placeholderOf(noun, records, state),
  ...props
}: WidgetProps & {
  noun: string
  records: RecordName[]
  /** Whether the records are loaded. */
  state: ListState
  placeholder?: string
  /** Called with the typed words, to fetch matching records. */
  onSearch?: ((words: string) => void) | undefined
}) {
  const [search, setSearch] = useState('')
  const value = (props.value as string | undefined) || null
  const known = new Set(records.map(({ id }) => id))
  const typed = search.trim()
  // Until all names are loaded, a typed text may be one of them rather than an id.
  const isTypedId = !state.isPending && isNew(typed, records)
  const others = [...new Set([value ?? '', isTypedId ? typed : ''])].filter(id => id && !known.has(id))
  return (
    <NameSelect
      {...inputProps(props)}
      data={[
        ...records.map(({ id, name }) => ({ value: id, label: name })),
        ...others.map(id => ({ value: id, label: id })),
      ]}
      renderOption={({ option }) => (
        <Choice noun={noun} option={option} isKnown={known.has(option.value)} isCut={state.isCut} />
      )}
      filter={({ options, search: words }) =>
        options.filter(option => 'value' in option && fits(`${option.label} ${option.value}`, words))
      }
      onSearchChange={words => {
        setSearch(words)
        // Mantine also reports the name of the chosen record, which is not a search.
        if (!records.some(({ name }) => name === words)) onSearch?.(words.trim())
      }}
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
  isCut,
}: {
  noun: string
  option: { value: string; label: string }
  isKnown: boolean
  isCut: boolean | undefined
}) {
  if (!isKnown)
    return (
      <span>
        {`Use the ${noun} ID ${option.value}`}
        {isCut && (
          <Text span size="xs" c="dimmed">
            {` Not a name among ${THE_NEWEST}`}
          </Text>
        )}
      </span>
    )
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
