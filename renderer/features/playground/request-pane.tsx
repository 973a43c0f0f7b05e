import { Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CallSnippets } from './call-snippets.tsx'
import { changeDraft, useDraft } from './drafts.ts'
import { FormHead } from './form-head.tsx'
import { OfflineExample, SavedPages } from './offline.tsx'
import type { Operation } from './operations.ts'
import classes from './playground.module.css'
import { docsQuery } from './queries.ts'
import { RequestForm } from './request-form.tsx'
import { RequestHead } from './request-head.tsx'
import { start, useRun } from './runs.ts'
import { SendButton } from './send-button.tsx'

const DocsDrawer = lazy(async () => ({ default: (await import('./docs-drawer.tsx')).DocsDrawer }))

/** The form of an operation, and the call it makes. */
export function RequestPane({ operation, saved }: { operation: Operation; saved: Operation | undefined }) {
  const { id } = operation
  const draft = useDraft(id)
  const run = useRun(id)
  const { data: whole } = useQuery(docsQuery(id))
  const [docs, showDocs] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const sendIt = () => void start(id, { operation, draft })
  useHotkeys([['mod+Enter', sendIt]], [], true)
  return (
    <div className={classes.request} data-edits>
      <RequestHead operation={operation} draft={draft} />
      <FormHead
        asJson={asJson}
        onJson={setAsJson}
        traced={draft.debug}
        onTrace={debug => changeDraft(id, { debug })}
        onDocs={() => showDocs(true)}
      />
      <RequestForm
        key={`${id} ${draft.revision} ${asJson}`}
        operation={operation}
        input={draft.input}
        run={run}
        asJson={asJson}
        example={whole?.example.input ?? {}}
        onChange={input => changeDraft(id, { input })}
      />
      <Group mt={16} mb={12} gap={8}>
        <SendButton run={run} place={id} onSend={sendIt} />
        {saved && run.state !== 'running' && <OfflineExample api={operation} saved={saved} />}
      </Group>
      {saved && <SavedPages api={operation} saved={saved} draft={draft} />}
      <CallSnippets operation={operation} draft={draft} />
      <Suspense>{docs && <DocsDrawer operation={operation} onClose={() => showDocs(false)} />}</Suspense>
    </div>
  )
}
