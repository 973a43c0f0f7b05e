import { Group } from '@mantine/core'

/** The colours of states; never without their word. */
export type State = 'good' | 'warn' | 'bad' | 'busy' | 'quiet'

const colour = (state: State) =>
  state === 'quiet' ? 'var(--mantine-color-dimmed)' : `var(--winnow-${state})`

/** A state as a small coloured dot with its word. */
export function StateDot({ state, children }: { state: State; children: string }) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <span
        aria-hidden
        style={{ width: 8, height: 8, borderRadius: 4, background: colour(state), flex: 'none' }}
      />
      <span>{children}</span>
    </Group>
  )
}
