import { SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '../../../server/parsers/parser-schema.ts'
import classes from './editor.module.css'
import { SchemaForm } from './schema-form.tsx'
import { SchemaJson } from './schema-json.tsx'
import { formatSchema, readJson } from './schema-text.ts'
import type { LiveTrial } from './use-trial.ts'

/** The schema, as a form or as JSON: two views of one text. */
export function SchemaPane({
  text,
  onChange,
  live,
}: {
  text: string
  onChange: (text: string) => void
  live: LiveTrial
}) {
  const [view, setView] = useState<'form' | 'json'>('form')
  return (
    <div className={classes.column}>
      <div className={classes.head}>
        <div className={classes.line}>
          <Title order={2}>Fields</Title>
          <SegmentedControl
            size="xs"
            aria-label="View of the schema"
            value={view}
            onChange={value => setView(value as typeof view)}
            data={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
      </div>
      {view === 'json' ? (
        <div className={classes.view}>
          <SchemaJson text={text} onChange={onChange} problems={live.trial?.problems ?? []} />
        </div>
      ) : (
        <SchemaForm
          schema={readJson(text)}
          states={live.states}
          onChange={(schema: Json) => onChange(formatSchema(schema))}
          onJson={() => setView('json')}
        />
      )}
    </div>
  )
}
