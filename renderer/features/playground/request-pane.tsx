import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { variablesQuery } from '../../lib/account-variables.ts'
import { useDrawer } from '../../lib/in-address.ts'
import { loadCode } from '../../lib/load-code.ts'
import { useSendKey } from '../../lib/mod-key.ts'
import { docsQuery } from '../../lib/operation-docs.ts'
import { playgroundPath } from '../../lib/playground-path.ts'
import { useAccount } from '../../lib/service/account.ts'
import type { CallRoute } from '../../lib/service/request.ts'
import { sendOnce } from '../../lib/service/send-once.ts'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { reportTextValidity } from '../../ui/form/is-written.ts'
import { AllPages } from '../../ui/jobs/all-pages.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { CallSnippets } from './call-snippets.tsx'
import { changeDraft, fillUntouched, isUntouched, type RequestDraft, useDraft } from './drafts.ts'
import { OfflineExample } from './offline.tsx'
import {
  methodOf,
  type Operation,
  type OperationVariant,
  priceOf,
  sharedInput,
  usedVariables,
} from './operations.ts'
import classes from './playground.module.css'
import { RequestForm } from './request-form.tsx'
import { start, useCallState } from './runs.ts'
import { SavedBar } from './saved/saved-bar.tsx'
import { SendButton } from './send-button.tsx'

const DocsDrawer = lazy(async () => ({
  default: (await loadCode(() => import('./docs-drawer.tsx'))).DocsDrawer,
}))

/** The form of an operation, and its call as code. */
export function RequestPane({
  operation,
  ways,
}: {
  operation: Operation
  ways: readonly OperationVariant[]
}) {
  const { id } = operation
  const draft = useDraft(id)
  const run = useCallState(id)
  const docsState = useQuery(docsQuery(id))
  const docs = docsState.data
  const [drawer, open] = useDrawer(['docs'])
  const [asJson, setAsJson] = useState(false)
  const isFilling = useExample(operation, draft, docs?.example.input) && !docsState.isError
  const form = useRef<HTMLDivElement>(null)
  const sendCall = async () => {
    if (!isFilling && reportTextValidity(form.current)) await start(id, { operation, draft })
  }
  useSendKey(() => void sendOnce(`playground ${id}`, draft, sendCall))
  return (
    <div ref={form} className={classes.request}>
      <RequestHead
        operation={operation}
        draft={draft}
        example={docs?.example.input}
        onDocs={() => open('docs')}
      />
      {ways.length > 1 && <VariantChoice operation={operation} ways={ways} draft={draft} />}
      <FormHead
        asJson={asJson}
        onJson={next => {
          if (reportTextValidity(form.current)) setAsJson(next)
        }}
        traced={draft.debug}
        onTrace={debug => changeDraft(id, { debug })}
      >
        <SavedBar operation={operation} draft={draft} />
      </FormHead>
      {isFilling ? (
        <RowsSkeleton />
      ) : (
        <RequestForm
          key={`${id} ${draft.revision} ${asJson}`}
          operation={operation}
          input={draft.input}
          run={run}
          asJson={asJson}
          example={docs?.example.input ?? {}}
          onChange={input => changeDraft(id, { input })}
        />
      )}
      <AllPages
        apiId={id}
        value={draft.maxPages}
        onChange={maxPages => changeDraft(id, { maxPages })}
        mt={16}
      />
      <UnknownVariables operation={operation} draft={draft} />
      <Group mt={16} mb={12} gap={8}>
        <SendButton run={run} place={id} isReady={!isFilling} onSend={sendCall} />
        <OfflineExample ways={ways} isCalling={run.state === 'running'} />
      </Group>
      <CallSnippets operation={operation} draft={draft} example={docs?.example.input ?? {}} />
      <Suspense>{drawer && <DocsDrawer operation={operation} onClose={() => open(null)} />}</Suspense>
    </div>
  )
}

/** Warns of names in braces that are not variables: they are sent unchanged. */
function UnknownVariables({ operation, draft }: { operation: Operation; draft: RequestDraft }) {
  const { data } = useQuery(variablesQuery(useAccount()))
  if (!data) return null
  const known = new Set(data.map(({ name }) => name))
  const unknown = usedVariables(operation, draft.input).filter(name => !known.has(name))
  if (!unknown.length) return null
  return (
    <Text size="xs" c="dimmed" mt={12} role="status">
      {`There is no variable ${unknown.map(name => `{{${name}}}`).join(', ')}. It is sent as written.`}
    </Text>
  )
}

/**
 * Fills the untouched form of a prebuilt API with the example of its docs. Returns whether that is still to come: until
 * then, keys that are typed into the form would be lost, and another input would be sent than the form shows soon after.
 */
function useExample(
  { id, group }: Operation,
  draft: RequestDraft,
  example: RequestDraft['input'] | undefined,
): boolean {
  const shouldFill = group === 'prebuilt' && isUntouched(draft)
  useEffect(() => {
    if (shouldFill && example) fillUntouched(id, example)
  }, [id, shouldFill, example])
  return shouldFill
}

/** Switches between the operations that return the same result. Input that both accept is kept. */
function VariantChoice({
  operation,
  ways,
  draft,
}: {
  operation: Operation
  ways: readonly OperationVariant[]
  draft: RequestDraft
}) {
  const navigate = useNavigate()
  const change = (id: string) => {
    const { operation: next } = ways.find(way => way.operation.id === id)!
    void navigate(playgroundPath(id, sharedInput(draft.input, next)))
  }
  return (
    <SegmentedControl
      size="xs"
      mb={12}
      fullWidth
      aria-label="Where the page comes from"
      data={ways.map(way => ({ value: way.operation.id, label: way.label }))}
      value={operation.id}
      onChange={change}
    />
  )
}

/** The format of the input, the tracing switch, and the controls that save the request. */
function FormHead({
  asJson,
  onJson,
  traced,
  onTrace,
  children,
}: {
  asJson: boolean
  onJson: (asJson: boolean) => void
  traced: boolean
  onTrace: (traced: boolean) => void
  children: ReactNode
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
      {children}
    </Group>
  )
}

/** The head of the form: method, path, docs, summary and price of the operation. */
function RequestHead({
  operation,
  draft,
  example,
  onDocs,
}: {
  operation: Operation
  draft: RequestDraft
  example: RequestDraft['input'] | undefined
  onDocs: () => void
}) {
  const { id, group, methods, path, credits, summary } = operation
  const isExample = group === 'prebuilt' && JSON.stringify(draft.input) === JSON.stringify(example)
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
              changeDraft(id, { method: currentTarget.value as CallRoute['method'] })
            }
          />
        ) : (
          <Text size="sm" fw={600}>
            {method}
          </Text>
        )}
        <Text className={`mono ${classes.path}`} flex={1}>
          <BreakingPath path={path} />
        </Text>
        <Button size="compact-sm" variant="default" onClick={onDocs}>
          Docs
        </Button>
      </Group>
      <Group gap="4px 8px" mt={8} mb={12}>
        <Text size="sm" c="dimmed">
          {summary} {priceText(credits)}
        </Text>
        {isExample && (
          <ExampleMark>The form holds an invented example. Replace it with your own.</ExampleMark>
        )}
      </Group>
    </>
  )
}

/** A path that wraps between its segments if it does not fit on one line. */
const BreakingPath = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, i) => (
    <Fragment key={i}>
      {part}
      <wbr />
    </Fragment>
  ))

const priceText = (credits: number) => (credits ? `Costs ${priceOf(credits)}.` : 'Free.')
