import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { type ParsedPage, usesOf } from '../../../lib/parsed-page.ts'
import { AnswerViews } from '../../../ui/answer/answer-views.tsx'
import { counted } from '../../../ui/counted.ts'
import type { PageExtraction } from './api.ts'

/** Shows the data of a page, how it was used, and why values are missing. */
export function ExtractedData({ of: { data, parsed, credits } }: { of: PageExtraction }) {
  const body = useMemo(() => new Blob([JSON.stringify(data)], { type: 'application/json' }), [data])
  return (
    <Stack gap={12} component="section" aria-label="Result">
      <Text role="status">
        {[credits ? `${counted(credits, 'credit')}.` : 'Free.', ...(parsed ? usesOf(parsed) : [])].join(' ')}
      </Text>
      <div style={{ height: 360 }}>
        <AnswerViews body={body} shape="json" />
      </div>
      {parsed && parsed.nulls.length > 0 && <MissingValues nulls={parsed.nulls} />}
    </Stack>
  )
}

const MissingValues = ({ nulls }: { nulls: ParsedPage['nulls'] }) => (
  <Stack gap={4}>
    <Text fw={600}>{counted(nulls.length, 'value')} missing</Text>
    {nulls.map(({ field, reason }) => (
      <Text key={field} size="sm">
        <span className="mono">{field}</span>: {reason}
      </Text>
    ))}
  </Stack>
)
