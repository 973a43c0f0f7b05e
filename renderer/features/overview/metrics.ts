/** What the chart shows, and the parts of a bar, from the bottom. */
export const METRICS = {
  calls: {
    label: 'Calls',
    series: [
      { name: 'good', label: 'succeeded', color: 'indigo.6' },
      { name: 'failed', label: 'failed', color: 'red.6' },
    ],
  },
  credits: { label: 'Credits', series: [{ name: 'credits', label: 'credits', color: 'indigo.6' }] },
}
export type Metric = keyof typeof METRICS
