import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '../../../lib/drafts/drafts.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { DropFiles } from '../../../ui/drop-files.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { keepDraft } from '../draft.ts'
import lists from '../lists.module.css'
import { type Imported, importDraft, MAX_IMPORT_BYTES } from './import-draft.ts'

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
      <Import />
    </Drawer>
  )
}

function Import() {
  const [text, setText, endDraft] = useDraft('parser import', () => '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const reading = useMutation({ mutationFn: importDraft })
  const take = (written: string) => {
    setText(written)
    setRefusal(null)
    reading.reset()
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
        onChange={event => take(event.currentTarget.value)}
      />
      <DropFiles
        limits={{ max: 1, max_bytes: MAX_IMPORT_BYTES }}
        label="Or drop a file here, or choose one"
        onFiles={([file]) => void file?.text().then(take)}
        onRefuse={setRefusal}
      />
      {refusal && <ErrorNotice error={new Error(refusal)} />}
      {reading.error && <ErrorNotice error={reading.error} />}
      {reading.data ? (
        <Found imported={reading.data} onOpen={endDraft} />
      ) : (
        <Group>
          <ExplainedButton
            reason={text.trim() ? null : 'Paste a schema or choose a file first.'}
            loading={reading.isPending}
            onClick={() => reading.mutate(text)}
          >
            Import
          </ExplainedButton>
        </Group>
      )}
    </Stack>
  )
}

/** Lists what could not be imported, with a link to the editor. */
function Found({ imported: { draft, format, losses }, onOpen }: { imported: Imported; onOpen: () => void }) {
  const account = useAccount()
  const navigate = useNavigate()
  const open = () => {
    onOpen()
    keepDraft(account, 'import', draft)
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
