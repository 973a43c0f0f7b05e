import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { pageOfText } from '../../../lib/open-page.ts'
import { FROM_PAGE } from '../../../lib/parser-start.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { isNotFound } from '../../../lib/service/call-error.ts'
import { Page } from '../../../ui/page/page.tsx'
import { RecordError } from '../../../ui/page/record-page.tsx'
import { PageSkeleton } from '../../../ui/page/skeletons.tsx'
import { parserQuery, samplesQuery } from '../api.ts'
import { draftOf, draftOfCopy, draftOfSample, newDraft } from '../draft.ts'
import { lastPageQuery } from '../page/last-page.ts'
import { Editor } from './editor.tsx'

/** The id of a sample: `sample`, or with the name of its page: `sample-shop-results`. */
const SAMPLE = /^sample(?:-([\w-]+))?$/
const FIRST_SAMPLE = 'shop-product'

/**
 * The editor of a parser. The id is `new`, `import`, `page`, `sample`, `copy-` with the id of another parser, or that of a
 * saved parser.
 */
export function EditorPage() {
  const { id = 'new' } = useParams()
  const account = useAccount()
  const key = `${account} ${id}`
  if (['new', 'import', FROM_PAGE].includes(id)) return <NewParser key={key} slot={id} />
  const [isSample, sample] = SAMPLE.exec(id) ?? []
  if (isSample) return <SampleEditor key={key} slot={id} name={sample ?? FIRST_SAMPLE} />
  const [, copied] = /^copy-(.+)$/.exec(id) ?? []
  return copied ? <ParserCopy key={key} id={copied} /> : <SavedParser key={key} id={id} />
}

/** Starts from the stored draft if there is one. Imports and pages are passed on as a stored draft. */
function NewParser({ slot }: { slot: string }) {
  const start = useMemo(newDraft, [])
  return <Editor slot={slot} parser={null} start={start} />
}

function SampleEditor({ slot, name }: { slot: string; name: string }) {
  const samples = useQuery(samplesQuery)
  const sample = samples.data?.find(({ page }) => page.name === `${name}.html`)
  const start = useMemo(
    () => sample && { draft: draftOfSample(sample), page: pageOfText(sample.page.name, sample.page.text) },
    [sample],
  )
  if (!start) return <ParserLoading error={samples.error} onRetry={() => void samples.refetch()} />
  return <Editor slot={slot} parser={null} start={start.draft} firstPage={start.page} />
}

function SavedParser({ id }: { id: string }) {
  const account = useAccount()
  const parser = useQuery(parserQuery(account, id))
  const last = useQuery(lastPageQuery(account, id))
  const start = useMemo(() => parser.data && draftOf(parser.data), [parser.data])
  if (!start) return <ParserLoading error={parser.error} onRetry={() => void parser.refetch()} />
  return (
    <Editor
      slot={id}
      parser={parser.data!}
      isDeleted={isNotFound(parser.error)}
      start={start}
      firstPage={last.data ?? undefined}
    />
  )
}

function ParserCopy({ id }: { id: string }) {
  const parser = useQuery(parserQuery(useAccount(), id))
  const start = useMemo(() => parser.data && draftOfCopy(parser.data), [parser.data])
  if (!start) return <ParserLoading error={parser.error} onRetry={() => void parser.refetch()} />
  return <Editor slot={`copy-${id}`} parser={null} start={start} />
}

function ParserLoading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <PageSkeleton />
  return (
    <Page title="Parser" back={{ to: '/parsers', label: 'All parsers' }}>
      <RecordError error={error} onRetry={onRetry} />
    </Page>
  )
}
