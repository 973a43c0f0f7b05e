import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '../../../lib/drafts/drafts.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { DropFiles } from '../../../ui/drop-files.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { storeDraft } from '../draft.ts'
import lists from '../lists.module.css'
import { type ImportedParser, importDraft, MAX_IMPORT_BYTES } from './import-draft.ts'

/** Imports an exported parser or the schema of another tool as a draft. Nothing is saved yet. */
export function ImportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Import"
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ImportForm />
    </Drawer>
  )
}

function ImportForm() {
  const [text, setText, endDraft] = useDraft('parser import', () => '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const importMutation = useMutation({ mutationFn: importDraft })
  const changeText = (next: string) => {
    setText(next)
    setRefusal(null)
    importMutation.reset()
  }
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        Paste a downloaded parser, options of scrape-it, extract_rules, a Crawl4AI schema, or a JSON Schema,
        whose properties become fields.
      </Text>
      <Textarea
        label="Schema (JSON)"
        placeholder={'{ "title": "h1" }'}
        rows={10}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={text}
        onChange={event => changeText(event.currentTarget.value)}
      />
      <DropFiles
        limits={{ max: 1, max_bytes: MAX_IMPORT_BYTES }}
        label="Or drop a file here, or choose one"
        onFiles={([file]) => void file?.text().then(changeText)}
        onRefuse={setRefusal}
      />
      {refusal && <ErrorNotice error={new Error(refusal)} />}
      {importMutation.error && <ErrorNotice error={importMutation.error} />}
      {importMutation.data ? (
        <ImportResult imported={importMutation.data} onOpen={endDraft} />
      ) : (
        <Group>
          <ExplainedButton
            reason={text.trim() ? null : 'Paste a schema or choose a file first.'}
            loading={importMutation.isPending}
            onClick={() => importMutation.mutate(text)}
          >
            Import
          </ExplainedButton>
        </Group>
      )}
    </Stack>
  )
}

/** Lists what could not be imported, with a link to the editor. */
function ImportResult({
  imported: { draft, format, losses },
  onOpen,
}: {
  imported: ImportedParser
  onOpen: () => void
}) {
  const account = useAccount()
  const navigate = useNavigate()
  const open = () => {
    onOpen()
    storeDraft(account, 'import', draft)
    void navigate('/parsers/import')
  }
  return (
    <>
      <Text size="sm" role="status">
        {losses.length
          ? `Read as ${format}. Check what could not be converted exactly:`
          : `Read as ${format}. Everything was converted.`}
      </Text>
      {losses.length > 0 && (
        <dl className={lists.reasons} aria-label="Not converted exactly">
          {losses.map(({ at, reason }) => (
            <div key={`${at} ${reason}`}>
              <dt className="mono">{at || 'whole schema'}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      )}
      <Group>
        <Button onClick={open}>Open in editor</Button>
      </Group>
    </>
  )
}
