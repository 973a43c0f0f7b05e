import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { wordsOf } from './frame-tree.ts'
import classes from './picker.module.css'
import type { Picking } from './use-picking.ts'

interface PickHeadOptions {
  picking: Picking
  /** Whether several chosen elements become a list or several values. */
  as: 'list' | 'values'
  onAs: (as: 'list' | 'values') => void
}

/** The chosen elements, and a button to start over. */
export function PickHead({ picking, as, onAs }: PickHeadOptions) {
  return (
    <div className={classes.line} style={{ flexWrap: 'nowrap', alignItems: 'center' }}>
      <span className={`${classes.said} ${classes.grow}`}>{headOf(picking)}</span>
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

function headOf({ chosen, excluded, tree }: Picking): string {
  const first = tree?.element(chosen[0]!)
  const said = chosen.length > 1 ? `${chosen.length} chosen` : first ? wordsOf(first) : ''
  return excluded.length > 0 ? `${said}, ${excluded.length} must not match` : said
}
