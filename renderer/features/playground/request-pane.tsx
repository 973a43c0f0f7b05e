import { Anchor, Group, SegmentedControl, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { statusQuery } from '../../lib/machine.ts'
import { Snippets } from '../../ui/snippets.tsx'
import { changeDraft, useDraft } from './drafts.ts'
import { OfflineExample, SavedPages } from './offline.tsx'
import type { Operation } from './operations.ts'
import classes from './playground.module.css'
import { RequestForm } from './request-form.tsx'
import { RequestHead } from './request-head.tsx'
import { start, useRun } from './runs.ts'
import { SendButton } from './send-button.tsx'
import { snippetsOf } from './snippets.ts'

const DocsDrawer = lazy(async () => ({ default: (await import('./docs-drawer.tsx')).DocsDrawer }))

/** The form of an operation, and the call it makes. */
export function RequestPane({ operation, saved }: { operation: Operation; saved: Operation | undefined }) {
  const { id } = operation
  const draft = useDraft(id)
  const run = useRun(id)
  const status = useQuery(statusQuery)
  const [docs, showDocs] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const sendIt = () => void start(id, { operation, draft })
  useHotkeys([['mod+Enter', sendIt]], [], true)
  return (
    <div className={classes.request}>
      <RequestHead operation={operation} draft={draft} onDocs={() => showDocs(true)} />
      <RequestForm
        key={`${id} ${draft.revision} ${asJson}`}
        operation={operation}
        input={draft.input}
        run={run}
        asJson={asJson}
        onChange={input => changeDraft(id, { input })}
      />
      <Group mt={16} gap={8} justify="space-between">
        <Group gap={8}>
          <SendButton run={run} place={id} onSend={sendIt} />
          {saved && run.state !== 'running' && <OfflineExample api={operation} saved={saved} />}
        </Group>
        <SegmentedControl
          size="xs"
          aria-label="Write the input as"
          data={['Form', 'JSON']}
          value={asJson ? 'JSON' : 'Form'}
          onChange={value => setAsJson(value === 'JSON')}
        />
      </Group>
      {saved && <SavedPages api={operation} saved={saved} draft={draft} />}
      <Snippets snippets={snippetsOf(operation, draft, status.data?.address ?? location.origin)} />
      {operation.access !== 'public' && (
        <Text size="xs" c="dimmed" mt={8}>
          <code>KEY</code> holds an API key: <code>export KEY=wk_…</code> ·{' '}
          <Anchor component={Link} to="/keys" inherit>
            Make a key
          </Anchor>
        </Text>
      )}
      <Suspense>{docs && <DocsDrawer operation={operation} onClose={() => showDocs(false)} />}</Suspense>
    </div>
  )
}
