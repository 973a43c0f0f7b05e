import { Alert, Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Progress as Sent } from '../../lib/client.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { DropFiles } from '../../ui/drop-files.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { type Database, useDatabaseActions, type Written } from './api.ts'

/** Imports a file of rows. The whole file is checked before the first row is written. */
export function ImportDrawer({
  database,
  opened,
  onClose,
}: {
  database: Database
  opened: boolean
  onClose: () => void
}) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Import file" size="md">
      <Import database={database} />
    </Drawer>
  )
}

function Import({ database }: { database: Database }) {
  const operations = useQuery(operationsQuery)
  const { importFile } = useDatabaseActions()
  const [sent, setSent] = useState<Sent | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const cancel = useRef<AbortController>(null)
  const limits = operations.data?.data.find(({ id }) => id === 'database-import')?.uploads.file
  const write = (file: File) => {
    cancel.current = new AbortController()
    setRefusal(null)
    setSent(null)
    importFile.mutate({ id: database.id, file, onProgress: setSent, signal: cancel.current.signal })
  }
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {`CSV, NDJSON or a JSON list, with these columns: ${database.columns.map(({ name }) => name).join(', ')}. Write mode: ${database.write_mode}.`}
      </Text>
      {limits && !importFile.isPending && (
        <DropFiles
          limits={limits}
          label="Drop a file here, or choose one"
          onFiles={([file]) => file && write(file)}
          onRefuse={setRefusal}
        />
      )}
      {importFile.isPending && <Sending sent={sent} onCancel={() => cancel.current?.abort()} />}
      {refusal && <ErrorNotice error={new Error(refusal)} />}
      {importFile.error && importFile.error.name !== 'AbortError' && (
        <>
          <ErrorNotice error={importFile.error} />
          <Text size="sm">No rows were written.</Text>
        </>
      )}
      {importFile.data && <Done written={importFile.data} />}
    </Stack>
  )
}

function Sending({ sent, onCancel }: { sent: Sent | null; onCancel: () => void }) {
  const share = sent ? (sent.sent / sent.total) * 100 : 0
  return (
    <Stack gap={8} role="status">
      <Text size="sm">{share < 100 ? 'Uploading' : 'Checking and writing rows'}</Text>
      <Progress value={share} animated={share === 100} aria-label="Import" />
      <Group>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

const Done = ({ written: { cursor: _, ...counts } }: { written: Written }) => (
  <Alert color="green" variant="light" role="status">
    <Text fw={600}>File imported.</Text>
    <Text size="sm">
      {Object.entries(counts)
        .map(([what, count]) => `${count.toLocaleString()} ${what}`)
        .join(', ')}
    </Text>
  </Alert>
)
