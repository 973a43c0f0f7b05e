import { NativeSelect, Pill } from '@mantine/core'
import { useChoices } from '../../../ui/form/use-choices.ts'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { SavedViews } from '../../../ui/saved/saved-views.tsx'
import type { Database } from '../api.ts'
import { OPERATORS } from '../columns/column-filter.tsx'
import classes from '../databases.module.css'
import type { useRowFilters } from './filters.ts'

/** Describes a condition in words: `price[gte]` and 10 is `price is at least 10`. */
function conditionText(condition: string, value: string): string {
  const [, name, operator] = /^(.*)\[(\w+)\]$/.exec(condition) ?? []
  if (operator === 'null') return `${name} is ${value === 'true' ? '' : 'not '}empty`
  return `${name} ${OPERATORS[operator as keyof typeof OPERATORS] ?? operator} ${value}`
}

type RowBarOptions = ReturnType<typeof useRowFilters> & { database: Database }

/** The search, the active filters, and the saved views. */
export function RowBar({ database, wanted, change, replace }: RowBarOptions) {
  return (
    <div className={classes.bar}>
      <SearchField label="Search rows" value={wanted.q ?? ''} onSeek={q => change({ q })} />
      <NativeSelect
        size="xs"
        aria-label="Removed rows"
        title={wanted.removed}
        data={useChoices('database-rows', 'removed')}
        value={wanted.removed ?? 'without'}
        onChange={({ currentTarget: { value } }) => change({ removed: value === 'without' ? '' : value })}
      />
      <SavedViews operation="database-rows" of={{ id: database.id }} filters={{ wanted, replace }} />
      {Object.entries(wanted.filter).map(([condition, value]) => (
        <Pill
          key={condition}
          withRemoveButton
          onRemove={() => change({ [condition]: undefined })}
          removeButtonProps={{
            'aria-label': `Remove filter: ${conditionText(condition, value)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {conditionText(condition, value)}
        </Pill>
      ))}
    </div>
  )
}
