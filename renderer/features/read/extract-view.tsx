import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { loadCode } from '../../lib/load-code.ts'
import type { OutputOf } from '../../lib/service/client.ts'
import { AnswerViews } from '../../ui/answer/answer-views.tsx'
import { counted } from '../../ui/counted.ts'
import { numberText } from '../../ui/number-text.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Panes } from '../../ui/page/panes.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { Facts } from './facts.tsx'
import type { TextReading } from './page-text.ts'
import classes from './read.module.css'
import { type CallFacts, callOnPage } from './readings.ts'

const JsonEditor = lazy(async () => ({
  default: (await loadCode(() => import('./json-editor.tsx'))).JsonEditor,
}))

const FIRST_SCHEMA =
  '{\n  "fields": {\n    "title": "h1",\n    "links": { "css": "a[href]", "list": true }\n  }\n}\n'

interface ExtractResult extends CallFacts {
  data: Blob
  nulls: OutputOf<'page-extract'>['nulls']
}

/** Parses the schema to send. Throws an error with the reason if it is not valid JSON. */
function schemaOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The schema is not valid JSON: ${(error as Error).message}`)
  }
}

async function extract(reading: TextReading, text: string): Promise<ExtractResult> {
  const { charset, fetch } = reading.wanted
  const page = { ...reading, wanted: { fetch, ...(charset && { charset }) } }
  const { result, ...facts } = await callOnPage<OutputOf<'page-extract'>>('page-extract', page, true, {
    schema: schemaOf(text),
  })
  return { ...facts, nulls: result.nulls, data: new Blob([JSON.stringify(result.data)]) }
}

/** The data of the page, extracted by a schema that is tried but not saved. */
export function ExtractView({
  account,
  reading,
  filePrice,
}: {
  account: string
  reading: TextReading
  filePrice: number
}) {
  const queries = useQueryClient()
  const [schema, setSchema] = useDraft('read schema', () => FIRST_SCHEMA)
  const extraction = useMutation({
    mutationFn: () => extract(reading, schema),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['credits', account] }),
  })
  const price = reading.file && filePrice ? counted(filePrice, 'credit') : 'free while the page is kept'
  const editor = (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        <Text size="sm" fw={600}>
          Schema
        </Text>
        <Group gap={8}>
          <Text size="xs" c="dimmed">
            {price}
          </Text>
          <Button size="compact-sm" loading={extraction.isPending} onClick={() => extraction.mutate()}>
            Extract
          </Button>
        </Group>
      </div>
      <div className={classes.code}>
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <JsonEditor label="Schema" value={schema} onChange={setSchema} />
        </Suspense>
      </div>
    </div>
  )
  return (
    <Panes
      name="read.data"
      panes={[
        { name: 'Schema', size: 45, min: 20, content: editor },
        { name: 'Data', size: 55, min: 20, content: <ExtractOutcome run={extraction} /> },
      ]}
    />
  )
}

function ExtractOutcome({
  run: { data, error },
}: {
  run: { data: ExtractResult | undefined; error: unknown }
}) {
  if (error)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={error} />
      </div>
    )
  if (!data)
    return (
      <EmptyState docs={{ guide: 'parsers', text: 'How schemas are written' }}>
        Name the fields that you want and where they stand. Their values appear here; no parser is saved.
      </EmptyState>
    )
  return (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        <Facts size={counted(data.nulls.length, 'null')} facts={data} />
      </div>
      {data.nulls.length > 0 && <Nulls nulls={data.nulls} />}
      <div className={classes.data}>
        <AnswerViews body={data.data} shape="json" />
      </div>
    </div>
  )
}

const MAX_REASONS = 20

/** Lists the null values and their reasons. */
const Nulls = ({ nulls }: { nulls: ExtractResult['nulls'] }) => (
  <ul className={classes.nulls} aria-label="Nulls">
    {nulls.slice(0, MAX_REASONS).map(({ field, reason }) => (
      <li key={field}>
        <span className="mono">{field}</span> {reason}
      </li>
    ))}
    {nulls.length > MAX_REASONS && <li>{`and ${numberText(nulls.length - MAX_REASONS)} more`}</li>}
  </ul>
)
