import { Button, Checkbox, Group, Loader, NativeSelect, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { modKey } from '../../lib/mod-key.ts'
import type { Route } from '../../lib/request.ts'
import { CallSnippets } from './call-snippets.tsx'
import { changeDraft, type Draft, useDraft } from './drafts.ts'
import { OfflineExample, SavedPages } from './offline.tsx'
import { methodOf, type Operation, priceOf } from './operations.ts'
import classes from './playground.module.css'
import { docsQuery } from './queries.ts'
import { RequestForm } from './request-form.tsx'
import { cancel, type Run, start, useRun } from './runs.ts'

const DocsDrawer = lazy(async () => ({ default: (await import('./docs-drawer.tsx')).DocsDrawer }))

/** The form of an operation, and its call as code. */
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

/** The format of the input, whether the call is traced, and a button for the docs. */
function FormHead({
  asJson,
  onJson,
  traced,
  onTrace,
  onDocs,
}: {
  asJson: boolean
  onJson: (asJson: boolean) => void
  traced: boolean
  onTrace: (traced: boolean) => void
  onDocs: () => void
}) {
  return (
    <Group gap={8} mb={12}>
      <SegmentedControl
        size="xs"
        aria-label="Input format"
        data={['Form', 'JSON']}
        value={asJson ? 'JSON' : 'Form'}
        onChange={value => onJson(value === 'JSON')}
      />
      <Tooltip label="Keeps a trace of the answer for one hour: requests sent and rules that matched">
        <Checkbox
          size="xs"
          label="Trace"
          checked={traced}
          onChange={({ currentTarget }) => onTrace(currentTarget.checked)}
        />
      </Tooltip>
      <Button size="compact-xs" variant="default" ml="auto" onClick={onDocs}>
        Docs
      </Button>
    </Group>
  )
}

/** The operation: method, path, price and summary. */
function RequestHead({ operation, draft }: { operation: Operation; draft: Draft }) {
  const { id, methods, path, credits, summary } = operation
  const method = methodOf(operation, draft)
  return (
    <>
      <Group gap={8} wrap="nowrap" align="center">
        {methods.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label="Method"
            data={methods}
            value={method}
            onChange={({ currentTarget }) =>
              changeDraft(id, { method: currentTarget.value as Route['method'] })
            }
          />
        ) : (
          <Text size="sm" fw={600}>
            {method}
          </Text>
        )}
        <Text className={`mono ${classes.path}`} flex={1}>
          {path}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={8} mb={12}>
        {summary} {priceText(credits)}
      </Text>
    </>
  )
}

const priceText = (credits: number) => (credits ? `Costs ${priceOf(credits)}.` : 'Free.')

/** Sends the call; during a call, shows its phase and a button to cancel it. */
function SendButton({ run, place, onSend }: { run: Run; place: string; onSend: () => void }) {
  if (run.state !== 'running')
    return (
      <Tooltip label={`${modKey} + Enter`}>
        <Button size="sm" px={24} onClick={onSend}>
          Send
        </Button>
      </Tooltip>
    )
  return (
    <Group gap={12} wrap="nowrap">
      <Button size="sm" variant="default" onClick={() => cancel(place)}>
        Cancel
      </Button>
      <Loader size="xs" aria-hidden />
      <Text size="sm" role="status">
        {run.phase}
      </Text>
    </Group>
  )
}
