import { Code } from '@mantine/core'

/** A sentence whose parts in backticks are shown as code. */
export function Marked({ children }: { children: string }) {
  return (
    <span>
      {children
        .split(/(`[^`]+`)/)
        .map((part, index) => (part.startsWith('`') ? <Code key={index}>{part.slice(1, -1)}</Code> : part))}
    </span>
  )
}
