import { Alert, Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { useAccount } from '../../lib/service/account.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import type { Progress as Sent } from '../../lib/service/transfer.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DropFiles } from '../../ui/drop-files.tsx'
import { labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'
import { type Mapping, mappingOf } from '../../ui/import/column-map.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import {
  type Database,
  type ImportResult,
  importPreviewQuery,
  type ImportPreview as PreviewData,
  useDatabaseActions,
} from './api.ts'
import { draftOfFile, fileOf, type ImportDraft } from './import-draft.ts'
import { ImportPreview } from './import-preview.tsx'

/** Imports a file of rows: shows the mapping of its columns and what would be written, and then imports it. */
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
    <Drawer opened={opened} onClose={onClose} title="Import file" size="xl">
      <Import database={database} onClose={onClose} />
    </Drawer>
  )
}

function Import({ database, onClose }: { database: Database; onClose: () => void }) {
  const [draft, setDraft, endDraft] = useDraft<ImportDraft | null>(`import ${database.id}`, () => null)
  const [file, setFile] = useState(() => draft && fileOf(draft))
  const mapping = draft?.mapping ?? undefined
  const rowsFile = file && { id: database.id, file, mapping }
  const preview = useQuery(importPreviewQuery(useAccount(), rowsFile, database.version))
  const { start, sent, cancel, importFile } = useImport(endDraft)
  const choose = async (next: File) => {
    importFile.reset()
    const newDraft = await draftOfFile(next)
    // A file with the name of the one that a reload has lost keeps its mapping.
    const isSame = !file && draft?.name === next.name
    setDraft(isSame ? { ...newDraft, mapping: draft.mapping } : newDraft)
    setFile(next)
  }
  const discard = () => {
    endDraft()
    onClose()
  }
  if (importFile.isPending) return <ImportProgress sent={sent} onCancel={cancel} />
  return (
    <Stack gap={16}>
      <Source database={database} file={file} onFile={next => void choose(next)} />
      {draft && !importFile.data && <ReloadNote draft={draft} isChosen={file !== null} />}
      {preview.isLoading && <RowsSkeleton />}
      {preview.error && <ErrorNotice error={preview.error} />}
      {importFile.error && importFile.error.name !== 'AbortError' && (
        <>
          <ErrorNotice error={importFile.error} />
          <Text size="sm">No rows were written.</Text>
        </>
      )}
      {importFile.data && <ImportSummary written={importFile.data} />}
      {rowsFile && preview.data && !importFile.data && (
        <ImportPreview
          database={database}
          preview={preview.data}
          onMap={mapping => setDraft({ ...draft!, mapping })}
        />
      )}
      {draft && !importFile.data && (
        <Group gap={8}>
          {rowsFile && preview.data && (
            <ExplainedButton
              reason={preview.isFetching ? 'The file is being read.' : importObstacle(preview.data)}
              onClick={() => start({ ...rowsFile, mapping: mapping ?? mappingOf(preview.data.columns) })}
            >
              {`Import ${counted(preview.data.rows, 'row')}`}
            </ExplainedButton>
          )}
          <Button variant="default" onClick={discard}>
            Cancel
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Says what a reload keeps of a file that is too large to be stored. */
function ReloadNote({ draft: { name, text }, isChosen }: { draft: ImportDraft; isChosen: boolean }) {
  if (text !== null) return null
  return (
    <Text size="xs" c="dimmed" role="status">
      {isChosen
        ? 'A reload keeps the mapping, but not the file: it is too large, or not text.'
        : `You had chosen ${name}, which is too large to be kept, or not text. Choose it again: its mapping is kept.`}
    </Text>
  )
}

/** Says why a file cannot be imported with its mapping; null if it can. */
function importObstacle({ rows, fit, columns }: PreviewData): string | null {
  if (!rows) return 'The file has no rows.'
  if (columns.every(({ field }) => field === null)) return 'Choose what at least one column becomes.'
  if (fit === rows) return null
  return `${counted(rows - fit, 'row')} would not fit. Map the columns differently, or leave out those that do not fit.`
}

/** The running import, with its progress and a function that cancels it. */
function useImport(onDone: () => void) {
  const { importFile } = useDatabaseActions()
  const [sent, setSent] = useState<Sent | null>(null)
  const controller = useRef<AbortController>(null)
  const start = (rowsFile: { id: string; file: File; mapping: Mapping | undefined }) => {
    controller.current = new AbortController()
    setSent(null)
    importFile.mutate(
      { ...rowsFile, onProgress: setSent, signal: controller.current.signal },
      { onSuccess: onDone },
    )
  }
  return { importFile, sent, start, cancel: () => controller.current?.abort() }
}

function Source({
  database,
  file,
  onFile,
}: {
  database: Database
  file: File | null
  onFile: (file: File) => void
}) {
  const operations = useQuery(operationsQuery)
  const modes = useChoices('database-create', 'write_mode')
  const limits = operations.data?.data.find(({ id }) => id === 'database-import')?.uploads.file
  const [refusal, setRefusal] = useState<string | null>(null)
  const chooseFile = (next: File | undefined) => {
    setRefusal(null)
    if (next) onFile(next)
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {`CSV with a header row, NDJSON or a JSON list. Nothing is written before you import. Write mode: ${labelIn(modes, database.write_mode)}.`}
      </Text>
      {limits && (
        <DropFiles
          limits={limits}
          label={
            file ? `${file.name}. Drop another file here, or choose one` : 'Drop a file here, or choose one'
          }
          onFiles={([next]) => chooseFile(next)}
          onRefuse={setRefusal}
        />
      )}
      {refusal && <ErrorNotice error={new Error(refusal)} />}
    </>
  )
}

function ImportProgress({ sent, onCancel }: { sent: Sent | null; onCancel: () => void }) {
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

/** Says what an import wrote. An import that changed nothing is not shown as a success. */
function ImportSummary({ written: { cursor: _, unchanged, ...changes } }: { written: ImportResult }) {
  const parts = Object.entries({ ...changes, unchanged }).filter(([, count]) => count > 0)
  const isChanged = Object.values(changes).some(count => count > 0)
  return (
    <Alert color={isChanged ? 'green' : 'yellow'} variant="light" role="status">
      <Text fw={600}>{isChanged ? 'File imported.' : 'Nothing was changed.'}</Text>
      <Text size="sm">
        {parts.length
          ? parts.map(([what, count]) => `${numberText(count)} ${what}`).join(', ')
          : 'No row of the file was written.'}
      </Text>
    </Alert>
  )
}
