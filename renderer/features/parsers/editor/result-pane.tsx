import { json } from '@codemirror/lang-json'
import { EditorView } from '@codemirror/view'
import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { counted } from '../../../ui/counted.ts'
import { numberText } from '../../../ui/number-text.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import type { Trial } from '../api.ts'
import lists from '../lists.module.css'
import { TraceList } from '../trace/trace-list.tsx'
import classes from './editor.module.css'
import type { LiveTrial } from './use-trial.ts'

const language = [json(), EditorView.lineWrapping]

/** Counts the rows of all top-level lists of objects. */
const countRows = (data: Record<string, unknown>) =>
  Object.values(data)
    .filter(value => Array.isArray(value))
    .flat()
    .filter(item => typeof item === 'object' && item !== null).length

/** The result of the schema on the page, updated after each edit. */
export function ResultPane({ live, hasPage }: { live: LiveTrial; hasPage: boolean }) {
  const [view, setView] = useState('data')
  const { trial } = live
  return (
    <div className={classes.column}>
      <div className={classes.head}>
        <div className={classes.line} style={{ flexWrap: 'wrap' }}>
          <Group gap={8} wrap="nowrap" miw={0}>
            <Title order={2}>Result</Title>
            <Text size="sm" c="dimmed" className="tabular" aria-live="polite" truncate>
              {summaryOf(live)}
            </Text>
          </Group>
          {trial?.data && (
            <SegmentedControl
              size="xs"
              aria-label="View of the result"
              value={view}
              onChange={setView}
              data={[
                { value: 'data', label: 'Data' },
                { value: 'nulls', label: 'Nulls' },
                { value: 'trace', label: 'Trace' },
              ]}
            />
          )}
        </div>
      </div>
      <ResultBody live={live} hasPage={hasPage} view={view} />
    </div>
  )
}

function summaryOf({ trial, error, working }: LiveTrial): string {
  if (error) return 'none'
  if (trial?.problems.length) return counted(trial.problems.length, 'problem')
  if (!trial?.data) return working ? 'Reading…' : ''
  const rows = countRows(trial.data)
  return [
    ...(rows ? [counted(rows, 'row')] : []),
    trial.nulls.length ? counted(trial.nulls.length, 'null') : 'no nulls',
  ].join(', ')
}

function ResultBody({ live, hasPage, view }: { live: LiveTrial; hasPage: boolean; view: string }) {
  const { trial, error } = live
  if (error)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={error} />
      </div>
    )
  if (trial?.problems.length) return <ProblemList problems={trial.problems} />
  if (trial?.data && view === 'trace') return <TraceList />
  if (trial?.data)
    return view === 'nulls' ? <NullList nulls={trial.nulls} /> : <ResultData data={trial.data} />
  if (hasPage && live.working) return <EmptyState>Reading the page…</EmptyState>
  return (
    <EmptyState>
      {hasPage ? 'The result appears as soon as the schema is valid.' : 'Open a page. Its data appears here.'}
    </EmptyState>
  )
}

function ResultData({ data }: { data: NonNullable<Trial['data']> }) {
  const text = useMemo(() => JSON.stringify(data, null, 2), [data])
  return (
    <div className={classes.view}>
      <CodeEditor value={text} label="Result" extensions={language} />
    </div>
  )
}

const MAX_NULLS = 200

/** Lists the null values: the path of each, and the reason. */
function NullList({ nulls }: { nulls: Trial['nulls'] }) {
  if (!nulls.length) return <EmptyState>Every field has a value on this page.</EmptyState>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Nulls" tabIndex={0}>
      <dl className={lists.reasons}>
        {nulls.slice(0, MAX_NULLS).map(({ field, reason }) => (
          <div key={field}>
            <dt className="mono">{field}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
      {nulls.length > MAX_NULLS && (
        <Text size="xs" c="dimmed" p={12}>{`… and ${numberText(nulls.length - MAX_NULLS)} more`}</Text>
      )}
    </section>
  )
}

/** Lists the problems of the schema: the rule, the error, and the hint. */
function ProblemList({ problems }: { problems: Trial['problems'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Problems" tabIndex={0}>
      <dl className={lists.reasons}>
        {problems.map(({ field, error, hint }) => (
          <div key={field + error}>
            <dt className="mono">{field}</dt>
            <dd className={lists.bad}>{error}</dd>
            {hint && <dd>{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
