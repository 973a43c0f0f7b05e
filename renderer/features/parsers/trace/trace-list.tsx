import { NativeSelect, Text } from '@mantine/core'
import { numberText } from '../../../ui/number-text.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ruleName } from '../../../ui/rule-name.ts'
import editor from '../editor/editor.module.css'
import classes from './trace.module.css'
import { TraceEntry } from './trace-entry.tsx'
import { useSpotlightContext } from './use-spotlight.ts'

const MAX_ENTRIES = 100

/** Shows how the values of the last highlighted field were read. */
export function TraceList() {
  const spotlight = useSpotlightContext()
  const { rules, entries } = spotlight.nodes
  const rule = rules.find(one => one === spotlight.last) ?? rules[0]
  if (rule === undefined) return <EmptyState>No fields read yet.</EmptyState>
  const ruleEntries = entries(rule)
  const litIndex = ruleEntries.findIndex(({ field }) => field === spotlight.lit?.field)
  const from = Math.max(0, Math.min(litIndex - MAX_ENTRIES + 1, ruleEntries.length - MAX_ENTRIES))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={editor.scroll} aria-label="Trace" tabIndex={0}>
      <NativeSelect
        size="xs"
        m={12}
        mb={4}
        aria-label="Field to trace"
        value={rule}
        data={rules.map(one => ({ value: one, label: ruleName(one) }))}
        onChange={event => spotlight.light({ rule: event.currentTarget.value })}
      />
      <ol className={classes.entries}>
        {ruleEntries.slice(from, from + MAX_ENTRIES).map(entry => (
          <TraceEntry key={entry.field} entry={entry} spotlight={spotlight} />
        ))}
      </ol>
      {ruleEntries.length > MAX_ENTRIES && (
        <Text
          size="xs"
          c="dimmed"
          p={12}
        >{`… and ${numberText(ruleEntries.length - MAX_ENTRIES)} more`}</Text>
      )}
    </section>
  )
}
