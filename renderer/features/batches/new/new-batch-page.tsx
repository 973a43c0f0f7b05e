import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BATCH_SLOT, newBatchDraft } from '../../../lib/drafts/batch-draft.ts'
import { useDraft } from '../../../lib/drafts/drafts.ts'
import { useSendKey } from '../../../lib/mod-key.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { operationsQuery } from '../../../lib/service/machine.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { counted } from '../../../ui/counted.ts'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { NameSelect } from '../../../ui/form/name-select.tsx'
import { titleOf } from '../../../ui/form/widget.ts'
import { ColumnMap, isPlain, type Mapping, mappingOf, mappingWith } from '../../../ui/import/column-map.tsx'
import { AllPages } from '../../../ui/jobs/all-pages.tsx'
import { targetOf, useTargetChoices } from '../../../ui/jobs/targets.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { createBatch, type Items, type NewBatch, type Preview as PreviewData, previewQuery } from '../api.ts'
import type { ItemField } from '../pasted-items.ts'
import { BatchOptions } from './batch-options.tsx'
import { BatchPreview } from './batch-preview.tsx'
import { ItemsSource } from './items-source.tsx'

/** The items, and the mapping of the columns of their file if the user changed the proposal. */
interface ChosenItems {
  items: Items
  id: number
  mapping?: Mapping
}

/** Says why a batch cannot be run; null if it can. */
function batchObstacle(
  newBatch: NewBatch | null,
  { data, isFetching }: PreviewOptions['preview'],
): string | null {
  if (!newBatch) return 'Choose a parser or an API, and add items first.'
  if (isFetching || !data) return 'The items are being checked.'
  return data.accepted ? null : 'None of these items can run: the reasons are below.'
}

/** The page that creates a batch from a target and items, with a preview. */
export function NewBatchPage() {
  const [storedDraft, setDraft, endDraft] = useDraft(BATCH_SLOT, newBatchDraft)
  // A draft that an earlier version stored may have fewer fields.
  const draft = { ...newBatchDraft(), ...storedDraft }
  const { target, options } = draft
  const [chosenItems, setChosenItems] = useState<ChosenItems | null>(null)
  const operations = useQuery(operationsQuery)
  const pages = draft.maxPages === undefined ? {} : { max_pages: draft.maxPages }
  const newBatch =
    target && chosenItems ? { ...chosenItems, target: { ...targetOf(target), ...pages } } : null
  const { create, preview } = useBatch(newBatch, options, chosenItems?.id)
  const count = preview.data?.accepted ?? 0
  const obstacle = batchObstacle(newBatch, preview)
  const run = () => create.mutate(undefined, { onSuccess: endDraft })
  useSendKey(() => obstacle || create.isPending || run())
  const button = (
    <ExplainedButton reason={obstacle} loading={create.isPending} onClick={run}>
      {count ? `Run ${counted(count, 'item')}` : 'Run batch'}
    </ExplainedButton>
  )
  return (
    <Page title="New batch" back={{ to: '/batches', label: 'All batches' }} action={button}>
      <Stack gap={24}>
        {create.error && <ErrorNotice error={create.error} />}
        <Stack gap={16} maw={720}>
          <NameSelect
            label="Parser or API"
            placeholder="Choose what each item runs"
            {...useTargetChoices(target ? targetOf(target) : {})}
            value={target}
            onChange={target => setDraft({ ...draft, target, maxPages: undefined })}
          />
          <AllPages
            apiId={target ? targetOf(target).api_id : undefined}
            value={draft.maxPages}
            items={count}
            onChange={maxPages => setDraft({ ...draft, maxPages })}
          />
          {operations.isPending && <RowsSkeleton rows={3} />}
          {operations.isError && (
            <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
          )}
          {operations.data && (
            <ItemsSource
              fields={itemFieldsOf(operations.data.data, target)}
              draft={draft}
              onDraft={changes => setDraft({ ...draft, ...changes })}
              onItems={items => setChosenItems(items && { items, id: Math.random() })}
            />
          )}
          <BatchOptions
            values={options}
            error={create.error}
            onChange={options => setDraft({ ...draft, options })}
          />
        </Stack>
        {chosenItems && preview.data && (
          <MappedColumns
            preview={preview.data}
            isOpen={chosenItems.mapping !== undefined}
            onMap={mapping => setChosenItems({ ...chosenItems, mapping })}
          />
        )}
        <Preview preview={preview} target={target} />
      </Stack>
    </Page>
  )
}

/** The mapping of the columns of a file. Renders nothing if every column has the name of its field. */
function MappedColumns({
  preview: { columns = [], fields = [] },
  isOpen,
  onMap,
}: {
  preview: PreviewData
  isOpen: boolean
  onMap: (mapping: Mapping) => void
}) {
  if (isPlain(columns) && !isOpen) return null
  return (
    <ColumnMap
      columns={columns}
      fields={fields}
      onChange={(name, field) => onMap(mappingWith(columns, name, field || null))}
    />
  )
}

function useBatch(newBatch: NewBatch | null, options: Record<string, unknown>, key: number | undefined) {
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const preview = useQuery(previewQuery(account, newBatch, options.dedupe as boolean | undefined, key))
  const create = useMutation({
    mutationFn: () => createBatch({ mapping: mappingOf(preview.data?.columns), ...newBatch! }, options),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['batches', account] })
      void navigate(`/batches/${id}`)
    },
  })
  return { preview, create }
}

interface PreviewOptions {
  preview: ReturnType<typeof useBatch>['preview']
  target: string | null
}

function Preview({ preview, target }: PreviewOptions) {
  if (preview.isLoading) return <RowsSkeleton />
  if (preview.isError) return <ErrorNotice error={preview.error} />
  if (preview.data) return <BatchPreview preview={preview.data} />
  return (
    <Text size="sm" c="dimmed" maw={720}>
      {target
        ? 'Paste items, or choose a file or a database column. A preview with the cost appears here.'
        : 'Choose a parser or an API, then add items. Nothing is spent until you run the batch.'}
    </Text>
  )
}

const PAGE_FIELDS: ItemField[] = [{ name: 'url', title: 'page address' }]

/** Returns the fields of an item: those of the API, or the address of a page for a parser. */
function itemFieldsOf(
  operations: readonly { id: string; input: unknown }[],
  target: string | null,
): ItemField[] {
  const api = target && targetOf(target).api_id
  const operation = operations.find(({ id }) => id === api)
  const { properties } = (operation?.input ?? {}) as JsonSchema
  if (!properties) return PAGE_FIELDS
  return Object.entries(properties).map(([name, schema]) => ({ name, title: titleOf(name, schema) }))
}
