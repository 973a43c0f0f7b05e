import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong, operationsQuery } from '../../lib/service/machine.ts'
import { isRecordKind, type RecordName, recordNamesQuery } from '../../lib/service/record-names.ts'
import { TextWidget } from './plain-widgets.tsx'
import { inputProps, type WidgetProps } from './widget.ts'

/** The id of a record: chosen by name where the records of the kind have names. */
export function RecordIdWidget(props: WidgetProps) {
  const noun = props.schema['x-id-of']!
  if (noun === 'api') return <ApiWidget {...props} />
  return isRecordKind(noun) ? <NamedWidget {...props} kind={noun} /> : <TextWidget {...props} />
}

function NamedWidget({ kind, ...props }: WidgetProps & { kind: Parameters<typeof recordNamesQuery>[0] }) {
  const { data = [] } = useQuery({ ...recordNamesQuery(kind, useAccount()), retry: false })
  return <IdSelect {...props} noun={kind} records={data} />
}

function ApiWidget(props: WidgetProps) {
  const apis = apisAmong(useQuery(operationsQuery).data?.data ?? [])
  return <IdSelect {...props} noun="API" records={apis.map(({ id }) => ({ id, name: id }))} />
}

/** Records by name with a search, which finds ids too; any other id or `{{ … }}` can be typed. */
function IdSelect({ noun, records, ...props }: WidgetProps & { noun: string; records: RecordName[] }) {
  const [search, setSearch] = useState('')
  const article = noun === 'API' ? 'an' : 'a'
  const value = (props.value as string | undefined) || null
  const known = new Set(records.map(({ id }) => id))
  const typed = search.trim()
  const others = [...new Set([value ?? '', isNew(typed, records) ? typed : ''])].filter(
    id => id && !known.has(id),
  )
  return (
    <Select
      {...inputProps(props)}
      data={[
        ...records.map(({ id, name }) => ({ value: id, label: name })),
        ...others.map(id => ({ value: id, label: id })),
      ]}
      renderOption={({ option }) => <Choice noun={noun} option={option} isKnown={known.has(option.value)} />}
      filter={({ options, search: words }) =>
        options.filter(option => 'value' in option && fits(`${option.label} ${option.value}`, words))
      }
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      clearable={!props.required}
      placeholder={records.length ? `Choose ${article} ${noun}` : `No ${noun} yet`}
      nothingFoundMessage={`No matching ${noun}`}
      value={value}
      onChange={next => props.onChange(next ?? undefined)}
    />
  )
}

const fits = (text: string, words: string) => text.toLowerCase().includes(words.trim().toLowerCase())

/** Whether a typed text is none of the records, not even a part of one's name. */
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
