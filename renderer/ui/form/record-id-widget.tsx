import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { resultOf, send } from '../../lib/client.ts'
import { inputProps, type WidgetProps } from './widget.ts'

interface Row {
  id: string
  name?: string
}

const SHOWN = 100

/** The id of a record: suggests existing ones by name, and accepts any other. */
export function RecordIdWidget(props: WidgetProps) {
  const noun = props.schema['x-id-of']!
  const account = useAccount()
  const { data = [] } = useQuery({
    queryKey: [`${noun}s`, account, 'choices'],
    queryFn: async ({ signal }) =>
      resultOf<{ data: Row[] }>(await send(`${noun}-list`, { limit: SHOWN }, { signal })).data,
    retry: false,
  })
  const nameOf = (id: string) => data.find(row => row.id === id)?.name
  const value = (props.value as string | undefined) ?? ''
  const shared = inputProps(props)
  return (
    <Autocomplete
      {...shared}
      description={nameOf(value) ?? shared.description}
      placeholder={data.length ? `Choose a ${noun}` : `ID of a ${noun}`}
      data={data.map(({ id }) => id)}
      filter={({ options, search }) =>
        options.filter(option => {
          const id = 'value' in option ? option.value : ''
          return id === search || `${id} ${nameOf(id)}`.toLowerCase().includes(search.toLowerCase())
        })
      }
      renderOption={({ option }) => `${nameOf(option.value) ?? ''} · ${option.value}`}
      value={value}
      onChange={next => props.onChange(next || undefined)}
    />
  )
}
