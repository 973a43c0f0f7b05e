import type { Span } from './spans.ts'

/** A part of a bar: the field of the span that it shows, its name and its colour. */
interface BarPart {
  part: Exclude<keyof Span, 'label'>
  name: string
  colour: string
}

/** The metrics that the chart can show, and the parts of their bars from bottom to top. */
export const METRICS = {
  calls: {
    label: 'Calls',
    series: [
      { part: 'good', name: 'succeeded', colour: 'indigo.6' },
      { part: 'failed', name: 'failed', colour: 'red.6' },
    ],
  },
  credits: { label: 'Credits', series: [{ part: 'credits', name: 'credits', colour: 'indigo.6' }] },
} satisfies Record<string, { label: string; series: BarPart[] }>
export type Metric = keyof typeof METRICS
