import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { choicesOf } from '../../../ui/form/choices.ts'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { useKeyColumns } from '../../../ui/form/use-key-places.ts'
import { Marked } from '../../../ui/marked.tsx'
import classes from '../databases.module.css'
import type { DraftColumn } from '../draft.ts'
import { ColumnLine } from './column-line.tsx'

const HEADS = ['Name', 'Path in the result', 'Type', 'Can be empty', 'Key']

/** The columns of a database, one per line. The columns of the key are checked. */
export function ColumnsEditor({
  schema,
  columns,
  keys,
  onChange,
}: {
  /** The schema of the list of columns, which names the types. */
  schema: JsonSchema
  columns: readonly DraftColumn[]
  keys: readonly string[]
  onChange: (columns: DraftColumn[], keys: string[]) => void
}) {
  const types = choicesOf(schema.items?.properties?.type ?? {})
  const key = useKeyColumns(
    columns.map(({ name }) => name),
    keys,
  )
  const setColumn = (at: number, changes: Partial<DraftColumn>) =>
    onChange(
      columns.map((column, index) => (index === at ? { ...column, ...changes } : column)),
      changes.name === undefined ? [...keys] : key.rename(at, changes.name),
    )
  const drop = (at: number) => onChange(columns.toSpliced(at, 1), key.drop(at))
  const add = () =>
    onChange([...columns, { name: '', type: types[0]!.value as DraftColumn['type'] }], [...keys])
  return (
    <section aria-label="Columns">
      <Text size="sm" fw={600}>
        Columns
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        <Marked>{schema.description ?? ''}</Marked>
      </Text>
      <div className={classes.scroll}>
        <table className={classes.columns}>
          <thead hidden={columns.length === 0}>
            <tr>
              {HEADS.map(head => (
                <th key={head}>{head}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {columns.map((column, at) => (
              <ColumnLine
                key={at}
                column={column}
                types={types}
                isKey={key.has(at)}
                onChange={changes => setColumn(at, changes)}
                onKey={isKey => onChange([...columns], key.mark(at, isKey))}
                onDrop={() => drop(at)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group mt={8}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add column
        </Button>
      </Group>
    </section>
  )
}
