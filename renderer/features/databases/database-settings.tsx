import { Button, Drawer, Table, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { counted } from '../../ui/counted.ts'
import { EditForm } from '../../ui/form/edit-form.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { type Database, type DatabaseBody, useDatabaseActions } from './api.ts'
import { DatabaseForm } from './database-form.tsx'
import { bodyOf, draftOf } from './draft.ts'

/** Changes or deletes a database. A change that does not fit existing rows is refused, and those rows are listed. */
export function DatabaseSettings({
  database,
  opened,
  onClose,
}: {
  database: Database
  opened: boolean
  onClose: () => void
}) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Settings" size="xl">
      <Settings database={database} onClose={onClose} />
    </Drawer>
  )
}

function Settings({ database, onClose }: { database: Database; onClose: () => void }) {
  const { replace, remove } = useDatabaseActions()
  const navigate = useNavigate()
  return (
    <EditForm
      what="database"
      record={database}
      draftOf={() => draftOf(database)}
      bodyOf={draft => bodyOf(draft, true) as DatabaseBody}
      replace={replace}
      onClose={onClose}
      fields={form => <DatabaseForm {...form} byHand />}
      refusal={error => <Refusal error={error} />}
      notice={remove.error && <ErrorNotice error={remove.error} />}
      beside={
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(database, { onSuccess: () => void navigate('/databases') })}
        >
          Delete database
        </Button>
      }
    />
  )
}

interface ColumnProblem {
  column: string
  problem: string
  rows: number
}

/** Says why a change was refused and lists the rows that do not fit, by column. */
function Refusal({ error }: { error: unknown }) {
  const preview = (errorBodyOf(error).preview ?? []) as ColumnProblem[]
  return (
    <>
      <ErrorNotice error={error} />
      {preview.length > 0 && (
        <Table aria-label="Rows that do not fit">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Problem</Table.Th>
              <Table.Th>Rows</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.map(({ column, problem, rows }) => (
              <Table.Tr key={`${column} ${problem}`}>
                <Table.Td>{column}</Table.Td>
                <Table.Td>
                  <Text size="sm">{problem}</Text>
                </Table.Td>
                <Table.Td>{counted(rows, 'row')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}
