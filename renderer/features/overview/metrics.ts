import type { Span } from './spans.ts'

/** What the chart shows: a part of the spans, its name and its colour. */
interface Part {
  part: Exclude<keyof Span, 'label'>
  name: string
  colour: string
}

/** What the chart can show, and the parts of a bar, from the bottom. */
export const METRICS = {
  calls: {
    label: 'Calls',
    series: [
      { part: 'good', name: 'succeeded', colour: 'indigo.6' },
      { part: 'failed', name: 'failed', colour: 'red.6' },
    ],
  },
  credits: { label: 'Credits', series: [{ part: 'credits', name: 'credits', colour: 'indigo.6' }] },
} satisfies Record<string, { label: string; series: Part[] }>
export type Metric = keyof typeof METRICS
