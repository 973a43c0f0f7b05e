import { NativeSelect, Pill } from '@mantine/core'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import type { Database } from './api.ts'
import { OPERATORS } from './column-filter.tsx'
import classes from './databases.module.css'
import type { useWanted, Wanted } from './wanted.ts'

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

type RowBarOptions = ReturnType<typeof useWanted> & { database: Database }

/** The search, the active filters, and views that were saved. */
export function RowBar({ database, wanted, change, replace }: RowBarOptions) {
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
      <SavedViews
        operation="database-rows"
        of={{ id: database.id }}
        wanted={{ ...wanted }}
        onOpen={view => replace(view as unknown as Wanted)}
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
