import { Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { type LabelledState, stateLabel } from '../../../../server/base/fields/state-labels.ts'
import { ExplainedIcon } from '../../../ui/actions/explained-button.tsx'
import { Marked } from '../../../ui/marked.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { StateDot } from '../../../ui/state-dot.tsx'
import { FieldTree } from './field-tree.tsx'

/** An item that entered or left a node. Pinned items and examples have only a value. */
interface DisplayedItem {
  value: unknown
  branch?: string | undefined
  state?: LabelledState | undefined
  error?: { message: string; hint?: string | undefined } | null | undefined
}

interface ItemsShownOptions {
  label: string
  items: readonly DisplayedItem[]
  /** The total number of items, if more exist than are given. */
  total?: number
  isExample?: boolean
  onPick?: ((path: string) => void) | undefined
}

/** Shows one of several items as a tree of its fields. */
export function ItemsShown({ label, items, total = items.length, isExample, onPick }: ItemsShownOptions) {
  const [chosen, choose] = useState(0)
  const index = Math.min(chosen, items.length - 1)
  const item = items[index]!
  return (
    <>
      {!isExample && (
        <Group gap={4} wrap="nowrap">
          <StepButton
            label={`Previous item of ${label.toLowerCase()}`}
            icon={IconChevronLeft}
            to={index - 1}
            {...{ items, choose }}
          />
          <Text
            size="sm"
            className="tabular"
            aria-live="polite"
          >{`Item ${index + 1} of ${numberText(total)}`}</Text>
          <StepButton
            label={`Next item of ${label.toLowerCase()}`}
            icon={IconChevronRight}
            to={index + 1}
            {...{ items, choose }}
          />
          <ItemOutcome item={item} />
        </Group>
      )}
      {item.error && (
        <Text size="sm">
          <Marked>{`${item.error.message} ${item.error.hint ?? ''}`}</Marked>
        </Text>
      )}
      <FieldTree
        label={`Fields of ${label.toLowerCase()}`}
        value={item.value}
        path="item"
        isExample={isExample ?? false}
        onPick={onPick}
      />
    </>
  )
}

interface StepButtonOptions {
  label: string
  icon: typeof IconChevronLeft
  to: number
  items: readonly DisplayedItem[]
  choose: (at: number) => void
}

const StepButton = ({ label, icon: Icon, to, items, choose }: StepButtonOptions) => (
  <ExplainedIcon
    size="sm"
    label={label}
    reason={to in items ? null : `This is the ${to < 0 ? 'first' : 'last'} item that is shown.`}
    onClick={() => choose(to)}
  >
    <Icon size={16} aria-hidden />
  </ExplainedIcon>
)

/** Shows how an item ended, unless it just continued. */
function ItemOutcome({ item: { error, state, branch } }: { item: DisplayedItem }) {
  if (error) return <StateDot state="bad">{stateLabel('failed')}</StateDot>
  if (branch && branch !== 'out') return <StateDot state="quiet">{branch}</StateDot>
  return state && state !== 'completed' ? <StateDot state="quiet">{stateLabel(state)}</StateDot> : null
}
