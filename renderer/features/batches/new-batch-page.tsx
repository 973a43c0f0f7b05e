import { Button, Select, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { targetOf, useTargetChoices } from '../../ui/jobs/targets.ts'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Items, makeBatch, type Order, previewQuery } from './api.ts'
import { BatchOptions } from './batch-options.tsx'
import { BatchPreview } from './batch-preview.tsx'
import { ItemsSource } from './items-source.tsx'

/** Makes a batch: what runs, over which items, and what that would be before it is. */
export function NewBatchPage() {
  const [target, setTarget] = useState<string | null>(null)
  const [given, setGiven] = useState<{ items: Items; id: number } | null>(null)
  const [options, setOptions] = useState<Record<string, unknown>>({})
  const fields = useItemFields(target ? targetOf(target).api_id : undefined)
  const order = target && given ? { items: given.items, target: targetOf(target) } : null
  const { create, preview } = useBatch(order, options, given?.id)
  const count = preview.data?.accepted ?? 0
  const button = (
    <Button
      disabled={!order || !count || preview.isFetching}
      loading={create.isPending}
      onClick={() => create.mutate()}
    >
      {count ? `Run ${counted(count, 'item')}` : 'Run batch'}
    </Button>
  )
  return (
    <Page title="New batch" action={button}>
      <Stack gap={24}>
        {create.error && <ErrorNotice error={create.error} />}
        <Stack gap={16} maw={720}>
          <Select
            label="Parser or API"
            placeholder="What every item runs"
            data={useTargetChoices()}
            value={target}
            onChange={setTarget}
            searchable
            nothingFoundMessage="Nothing has this name"
          />
          <ItemsSource fields={fields} onItems={items => setGiven(items && { items, id: Math.random() })} />
          <BatchOptions values={options} error={create.error} onChange={setOptions} />
        </Stack>
        <Told preview={preview} target={target} />
      </Stack>
    </Page>
  )
}

function useBatch(order: Order | null, options: Record<string, unknown>, key: number | undefined) {
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const preview = useQuery(previewQuery(account, order, options.dedupe as boolean | undefined, key))
  const create = useMutation({
    mutationFn: () => makeBatch(order!, options),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['batches', account] })
      void navigate(`/batches/${id}`)
    },
  })
  return { preview, create }
}

interface ToldOptions {
  preview: ReturnType<typeof useBatch>['preview']
  target: string | null
}

function Told({ preview, target }: ToldOptions) {
  if (preview.isLoading) return <RowsSkeleton />
  if (preview.isError) return <ErrorNotice error={preview.error} />
  if (preview.data) return <BatchPreview preview={preview.data} />
  return (
    <EmptyState>
      {target
        ? 'Paste items, or choose a file or a column: what would run, what is left out and what it costs appears here.'
        : 'Choose what every item runs, then give the items. Nothing is spent before you run it.'}
    </EmptyState>
  )
}

const PAGE_FIELDS = ['url']

/** The fields that an item may have: those of the API, or the address of a page for a parser. */
function useItemFields(api: string | undefined): string[] {
  const { data } = useQuery(operationsQuery)
  const operation = data?.data.find(({ id }) => id === api)
  const { properties } = (operation?.input ?? {}) as { properties?: Record<string, unknown> }
  return properties ? Object.keys(properties) : PAGE_FIELDS
}
