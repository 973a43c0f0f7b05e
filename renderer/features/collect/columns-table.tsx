import { Checkbox, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import type { CollectedColumn } from '../../lib/collect-start.ts'
import { errorText } from '../../lib/service/call-error.ts'
import { useChoices } from '../../ui/form/use-choices.ts'
import { useKeyColumns } from '../../ui/form/use-key-places.ts'
import type { List } from './api.ts'
import classes from './collect.module.css'
import { columnsOf, keysOf } from './draft.ts'
import type { SectionProps } from './parts.ts'

const HEADS = ['Collect', 'Name', 'Type', 'First values', 'Key']

/** The columns of a new database, each with its first values. Columns that are left out stay in the table. */
export function ColumnsTable({ draft, list, set, errorAt }: SectionProps & { list: List }) {
  const types = useChoices('database-create', 'columns[].type')
  const columns = columnsOf(draft, list)
  const keys = keysOf(draft, list)
  const chosenKeys = draft.keys ?? list.primary_key
  const key = useKeyColumns(
    columns.map(({ name }) => name),
    chosenKeys,
  )
  const setColumn = (at: number, changes: Partial<CollectedColumn>) =>
    set({
      columns: columns.map((column, index) => (index === at ? { ...column, ...changes } : column)),
      keys: changes.name === undefined ? [...chosenKeys] : key.rename(at, changes.name),
    })
  const columnsError = errorAt('database.primary_key') ?? errorAt('database.columns')
  return (
    <div className={classes.scroll}>
      <Table fz={13} verticalSpacing={4} aria-label="Columns">
        <Table.Thead>
          <Table.Tr>
            {HEADS.map(head => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((column, at) => (
            <ColumnRow
              key={column.path}
              column={column}
              types={types}
              values={valuesOf(list, at)}
              isKey={key.has(at)}
              onChange={changes => setColumn(at, changes)}
              onKey={isKey => set({ keys: key.mark(at, isKey) })}
            />
          ))}
        </Table.Tbody>
      </Table>
      <Text
        size="xs"
        c={columnsError ? 'var(--winnow-bad)' : 'dimmed'}
        role={columnsError ? 'alert' : undefined}
      >
        {errorText(columnsError) ??
          (keys.length
            ? 'A row whose key is known is updated; any other is added.'
            : 'Without a key every run adds its rows once more.')}
      </Text>
    </div>
  )
}

/** Returns the first values of a column, by the name that the preview gives it. */
function valuesOf({ columns, first }: List, at: number): string {
  const { name } = columns[at]!
  const values = first.map(row => row[name]).filter(value => value !== null && value !== undefined)
  return values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(' · ')
}

function ColumnRow({
  column,
  types,
  values,
  isKey,
  onChange,
  onKey,
}: {
  column: CollectedColumn
  types: { value: string; label: string }[]
  values: string
  isKey: boolean
  onChange: (changes: Partial<CollectedColumn>) => void
  onKey: (isKey: boolean) => void
}) {
  const { name, path, type, isLeftOut = false } = column
  return (
    <Table.Tr data-left-out={isLeftOut || undefined}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Collect ${path}`}
          checked={!isLeftOut}
          onChange={({ currentTarget }) => onChange({ isLeftOut: !currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          miw={110}
          aria-label={`Name of ${path}`}
          value={name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          miw={128}
          aria-label={`Type of ${path}`}
          data={types}
          value={type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as CollectedColumn['type'] })}
        />
      </Table.Td>
      <Table.Td className={classes.values!} title={values}>
        {values}
      </Table.Td>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`${path} is part of the key`}
          checked={isKey && !isLeftOut}
          onChange={({ currentTarget }) => onKey(currentTarget.checked)}
        />
      </Table.Td>
    </Table.Tr>
  )
}
