import { SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { readJson } from '../../../lib/read-json.ts'
import { EMPTY_SCHEMA, type ParserDraft } from '../draft.ts'
import { NextPages } from '../paging/next-pages.tsx'
import { PickPanel } from '../picker/pick-panel.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { formatSchema } from '../schema-text.ts'
import { PlacePanel } from '../tree/place-panel.tsx'
import classes from './editor.module.css'
import { SchemaJson } from './schema-json.tsx'
import type { LiveTrial } from './use-trial.ts'

/** The schema as a form or as JSON: two views of the same text. */
export function SchemaPane({
  text,
  onChange,
  live,
  page,
  fetch,
  parserId,
  isAllWritten,
}: {
  text: string
  onChange: (text: string) => void
  live: LiveTrial
  page: OpenPage | null
  fetch: ParserDraft['fetch']
  /** The saved parser; null for a new one. */
  parserId: string | null
  /** Returns whether all typed texts are valid, and focuses the first invalid one. */
  isAllWritten: () => boolean
}) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const schema = readJson(text)
  const change = (changed: Json) => onChange(formatSchema(changed))
  return (
    <div className={`${classes.column} ${classes.fields}`}>
      <div className={classes.head}>
        <div className={classes.line}>
          <Title order={2}>Fields</Title>
          <SegmentedControl
            size="xs"
            aria-label="View of the schema"
            value={view}
            onChange={value => isAllWritten() && setView(value as typeof view)}
            data={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
      </div>
      {page && (
        <PickPanel
          page={page}
          schema={schema}
          isExample={parserId === null && text === EMPTY_SCHEMA}
          onSchema={change}
        />
      )}
      {page && <PlacePanel page={page} schema={schema} onSchema={change} />}
      {page && schema !== undefined && (
        <NextPages
          key={page.id}
          page={page}
          schema={schema}
          fetch={fetch}
          parserId={parserId}
          onSchema={change}
        />
      )}
      {view === 'json' ? (
        <div className={classes.view}>
          <SchemaJson text={text} onChange={onChange} problems={live.trial?.problems ?? []} />
        </div>
      ) : (
        <SchemaForm schema={schema} states={live.states} onChange={change} onJson={() => setView('json')} />
      )}
    </div>
  )
}
