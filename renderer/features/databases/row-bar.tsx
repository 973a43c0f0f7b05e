import { NativeSelect, Pill } from '@mantine/core'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { OPERATORS } from './column-filter.tsx'
import classes from './databases.module.css'
import type { useWanted } from './wanted.ts'

const REMOVED = [
  { value: '', label: 'Without removed rows' },
  { value: 'with', label: 'With removed rows' },
  { value: 'only', label: 'Only removed rows' },
]

/** `price[gte]` and 10 in words: `price is at least 10`. */
function sentence(condition: string, value: string): string {
  const [, name, operator] = /^(.*)\[(\w+)\]$/.exec(condition) ?? []
  if (operator === 'null') return `${name} is ${value === 'true' ? '' : 'not '}empty`
  return `${name} ${OPERATORS[operator as keyof typeof OPERATORS] ?? operator} ${value}`
}

/** The search and the active filters. */
export function RowBar({ wanted, change }: ReturnType<typeof useWanted>) {
  return (
    <div className={classes.bar}>
      <SearchField label="Search rows" value={wanted.q ?? ''} onSeek={q => change({ q })} />
      <NativeSelect
        size="xs"
        aria-label="Removed rows"
        data={REMOVED}
        value={wanted.removed ?? ''}
        onChange={({ currentTarget }) => change({ removed: currentTarget.value })}
      />
      {Object.entries(wanted.filter).map(([condition, value]) => (
        <Pill
          key={condition}
          withRemoveButton
          onRemove={() => change({ [condition]: undefined })}
          removeButtonProps={{
            'aria-label': `Remove filter: ${sentence(condition, value)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {sentence(condition, value)}
        </Pill>
      ))}
    </div>
  )
}
