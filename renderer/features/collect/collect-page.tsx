import { Button, Group, Stack } from '@mantine/core'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type CollectDraft, collectStartOf } from '../../lib/collect-start.ts'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { nameOfLinks } from '../../lib/links-parser.ts'
import { useAccount } from '../../lib/service/account.ts'
import { errorsOf } from '../../lib/service/call-error.ts'
import { call } from '../../lib/service/client.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useRecordName } from '../../ui/form/use-name-search.ts'
import { type Target, useTargetName } from '../../ui/jobs/targets.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type CollectResult, databaseQuery, previewQuery, useCollect } from './api.ts'
import { DoneNotice } from './done-notice.tsx'
import { bodyOf, listOf } from './draft.ts'
import { Estimate } from './estimate.tsx'
import { IntoSection } from './into-section.tsx'
import { NotifySection } from './notify-section.tsx'
import { RowsSection } from './rows-section.tsx'
import { isNamed, linksIn } from './source.ts'
import { SourceSection } from './source-section.tsx'
import { WhenSection } from './when-section.tsx'

/** The page that collects the results of a parser, an API or links into a database. `?into=` names an existing database. */
export function CollectPage() {
  const [params] = useSearchParams()
  const collectStart = collectStartOf(params)
  return <Collect key={collectStart.slot} {...collectStart} />
}

function Collect({ slot, start }: { slot: string; start: CollectDraft }) {
  const account = useAccount()
  const [draft, change, endDraft] = useDraft(slot, () => start)
  const [previewedDraft, setPreviewedDraft] = useState(draft)
  const [result, setResult] = useState<CollectResult | null>(null)
  const preview = useQuery(previewQuery(account, previewedDraft))
  const database = useQuery(databaseQuery(account, draft.into))
  const collect = useCollect()
  const navigate = useNavigate()
  const source = useSource(draft)
  const list = preview.data && listOf(draft, preview.data)
  const set = (changes: Partial<CollectDraft>) => change({ ...draft, ...changes })
  const hasTarget = isNamed(draft)
  const isAsked =
    hashKey(previewQuery(account, draft).queryKey) === hashKey(previewQuery(account, previewedDraft).queryKey)
  const isComplete = list !== undefined && (draft.into === null || database.data !== undefined)
  const body = () => bodyOf({ draft, list: list!, database: database.data ?? null, source: source.name })
  const submit = () =>
    collect.mutate(body(), {
      onSuccess(created) {
        endDraft()
        if (created.cron_id && draft.runsNow) call('cron-run', { id: created.cron_id }).catch(notifyError)
        if (created.webhook) setResult(created)
        else void navigate(`/databases/${created.database_id}`)
      },
    })

  const reason = obstacle({
    isReading: preview.isPlaceholderData,
    isComplete,
    isUnnamed: source.isPending,
  })
  if (result) return <DoneNotice made={result} />
  return (
    <Page title="Collect" back={{ to: '/databases', label: 'All databases' }}>
      <CallForm
        values={isComplete ? body() : draft}
        error={collect.error}
        onSubmit={() => {
          // Input that was typed but has not lost the focus yet may yield other rows, so the preview comes first.
          if (!isAsked) setPreviewedDraft(draft)
          else if (!reason) submit()
        }}
      >
        {error => (
          <Stack gap={24} maw={860}>
            <SourceSection draft={draft} set={set} onSettled={setPreviewedDraft} errorAt={errorsOf(error)} />
            {hasTarget && <RowsSection draft={draft} preview={preview} set={set} errorAt={errorsOf(error)} />}
            {(hasTarget || draft.into !== null) && (
              <IntoSection
                draft={draft}
                list={list}
                database={database.data}
                source={source.name}
                set={set}
                errorAt={errorsOf(error)}
              />
            )}
            {hasTarget && (
              <>
                <WhenSection draft={draft} set={set} errorAt={errorsOf(error)} />
                <NotifySection draft={draft} set={set} errorAt={errorsOf(error)} />
                {preview.data && <Estimate draft={draft} preview={preview.data} />}
              </>
            )}
            {error && <ErrorNotice error={error} />}
            <Group gap={8}>
              <ExplainedButton type="submit" loading={collect.isPending} reason={reason}>
                {draft.isScheduled ? 'Collect on this schedule' : 'Collect now'}
              </ExplainedButton>
              <Button component={Link} to="/databases" variant="default" onClick={endDraft}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </CallForm>
    </Page>
  )
}

/** Says why nothing can be collected yet; null if it can. */
function obstacle(state: { isReading: boolean; isComplete: boolean; isUnnamed: boolean }): string | null {
  if (state.isReading) return 'Its rows are still being read.'
  if (!state.isComplete) return 'Choose what is collected first.'
  return state.isUnnamed ? 'The name of its parser is still loading.' : null
}

/** Returns the name of the source, by which a new database is named; empty while the names of parsers are loading. */
function useSource({ target, linksAreRows }: CollectDraft): { name: string; isPending: boolean } {
  const { type, id, input } = target
  const own = type === 'api' ? { api_id: id } : { parser_id: id }
  const read: Target = type === 'batch' ? ((input as { target?: Target }).target ?? {}) : own
  const { isPending } = useRecordName('parser', read.parser_id)
  const nameOf = useTargetName([read])
  if (linksAreRows) return { name: nameOfLinks(linksIn(target)!), isPending: false }
  if (read.parser_id && isPending) return { name: '', isPending }
  return { name: nameOf(read), isPending: false }
}
