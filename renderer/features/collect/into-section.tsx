import { Checkbox, MultiSelect, Select, Stack, Table, TextInput, Title } from '@mantine/core'
import { errorText } from '../../lib/service/call-error.ts'
import { NameSelect } from '../../ui/form/name-select.tsx'
import { nameSelectProps, useNameSearch } from '../../ui/form/use-name-search.ts'
import type { Database, List } from './api.ts'
import { keysOf, nameOf, pathFor, spareColumns } from './draft.ts'
import type { SectionProps } from './parts.ts'

const NEW_DATABASE = 'new'

/** The choice of the database that rows are collected into: a new or an existing one. */
export function IntoSection({
  draft,
  list,
  database,
  source,
  set,
  errorAt,
}: SectionProps & { list: List | undefined; database: Database | undefined; source: string }) {
  const databases = useNameSearch('database', draft.into)
  const { data, ...choices } = nameSelectProps(databases, 'database', draft.into)
  const hasKey = list !== undefined && keysOf(draft, list).length > 0
  return (
    <Stack gap={16} component="section" aria-label="Into">
      <Title order={2}>Into</Title>
      <NameSelect
        label="Database"
        {...choices}
        data={[{ value: NEW_DATABASE, label: 'A new database' }, ...data]}
        value={draft.into ?? NEW_DATABASE}
        maw={420}
        error={errorText(errorAt('into') ?? errorAt('into.id'))}
        onChange={value => set({ into: value === NEW_DATABASE ? null : value, paths: {}, added: undefined })}
      />
      {draft.into === null && (
        <>
          <TextInput
            label="Name"
            withAsterisk
            maw={420}
            value={nameOf(draft, source)}
            error={errorText(errorAt('database.name'))}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          {hasKey && (
            <Checkbox
              label="Mark rows as removed that a complete run no longer finds"
              checked={!draft.keepsMissing}
              onChange={({ currentTarget }) => set({ keepsMissing: !currentTarget.checked })}
            />
          )}
        </>
      )}
      {database && list && (
        <>
          <PathsTable {...{ draft, list, database, set }} />
          <NewColumns {...{ draft, list, database, set, errorAt }} />
        </>
      )}
    </Stack>
  )
}

/** Lists the fields of the result that no column reads. Selected ones become new columns. */
function NewColumns({
  draft,
  list,
  database,
  set,
  errorAt,
}: SectionProps & { list: List; database: Database }) {
  const unusedColumns = spareColumns(draft, list, database)
  const chosenPaths = unusedColumns.map(({ path }) => path).filter(path => draft.added?.includes(path))
  if (!unusedColumns.length) return null
  return (
    <MultiSelect
      label="New columns"
      description="Rows that are there already leave them empty."
      {...(!chosenPaths.length && { placeholder: 'None' })}
      data={unusedColumns.map(({ name, path }) => ({ value: path, label: name }))}
      value={chosenPaths}
      error={errorText(errorAt('into.columns'))}
      onChange={added => set({ added })}
      clearable
      maw={560}
    />
  )
}

/** Lists which field of the result each column of a database reads. */
function PathsTable({
  draft,
  list,
  database,
  set,
}: Pick<SectionProps, 'draft' | 'set'> & { list: List; database: Database }) {
  const fields = list.columns.map(({ name, path }) => ({ value: path, label: name }))
  return (
    <Table fz={13} verticalSpacing={4} maw={560} aria-label="Columns of the database">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Column</Table.Th>
          <Table.Th>Filled from</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {database.columns.map(column => {
          const path = pathFor(draft, list, column)
          return (
            <Table.Tr key={column.name}>
              <Table.Td>{column.name}</Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={`Field for ${column.name}`}
                  placeholder="Nothing: it stays empty"
                  data={fields}
                  value={fields.some(({ value }) => value === path) ? path : null}
                  onChange={value => set({ paths: { ...draft.paths, [column.name]: value ?? column.path } })}
                />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
