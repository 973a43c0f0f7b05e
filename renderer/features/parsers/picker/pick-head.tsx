import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { describeElement } from './frame-tree.ts'
import classes from './picker.module.css'
import type { Picker } from './use-picking.ts'

interface PickHeadOptions {
  picking: Picker
  /** Whether several chosen elements become a list or several values. */
  as: 'list' | 'values'
  onAs: (as: 'list' | 'values') => void
}

/** The chosen elements, and a button to start over. */
export function PickHead({ picking, as, onAs }: PickHeadOptions) {
  return (
    <div className={classes.line} style={{ flexWrap: 'nowrap', alignItems: 'center' }}>
      <span className={`${classes.said} ${classes.grow}`}>{headText(picking)}</span>
      {picking.chosen.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Add as"
          value={as}
          onChange={value => onAs(value as typeof as)}
          data={[
            { value: 'list', label: 'Items' },
            { value: 'values', label: 'Values' },
          ]}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Start over"
        title="Start over (Esc)"
        onClick={picking.startOver}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function headText({ chosen, excluded, tree }: Picker): string {
  const first = tree?.element(chosen[0]!)
  const text = chosen.length > 1 ? `${chosen.length} chosen` : first ? describeElement(first) : ''
  return excluded.length > 0 ? `${text}, ${excluded.length} must not match` : text
}
