/** A number of failures, in the colour of failures unless it is 0. */
export const FailedCount = ({ count }: { count: number }) => (
  <span style={count ? { color: 'var(--winnow-bad)' } : undefined}>{count.toLocaleString()}</span>
)
