import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FilterOperator } from '../../../../server/store/databases/row-filter.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import type { Column } from '../api.ts'

/** The operators in words, in the order of the drop-down. */
export const OPERATORS: Record<FilterOperator, string> = {
  contains: 'contains',
  eq: 'is',
  ne: 'is not',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  null: 'is empty',
}

/** Returns the operators of a column. JSON values cannot be ordered, and only texts can contain something. */
const operatorsOf = ({ type }: Column) =>
  (Object.keys(OPERATORS) as FilterOperator[]).filter(operator =>
    type === 'json' ? operator === 'null' : type === 'string' || operator !== 'contains',
  )

/** A form for a condition on a column. */
export function ColumnFilter({
  column,
  onFilter,
}: {
  column: Column
  onFilter: (condition: Record<string, string>) => void
}) {
  const operators = operatorsOf(column)
  const [operator, setOperator] = useState(operators[0]!)
  const [value, setValue] = useState('')
  const isWord = operator === 'null' || column.type === 'boolean'
  // What was typed for another operator is not a word.
  const filterValue = isWord && value !== 'false' ? 'true' : value
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onFilter({ [`${column.name}[${operator}]`]: filterValue })
      }}
    >
      <Stack gap={8}>
        <NativeSelect
          size="xs"
          label={`Rows whose ${column.name}`}
          data={operators.map(choice => ({ value: choice, label: OPERATORS[choice] }))}
          value={operator}
          onChange={({ currentTarget }) => setOperator(currentTarget.value as FilterOperator)}
        />
        {isWord ? (
          <NativeSelect
            size="xs"
            aria-label="Value"
            data={[
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
            value={filterValue}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        ) : (
          <TextInput
            size="xs"
            aria-label="Value"
            placeholder={operator === 'in' ? 'red, blue' : undefined}
            data-autofocus
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        <Group>
          <ExplainedButton
            type="submit"
            size="compact-sm"
            reason={filterValue ? null : 'Enter a value first.'}
          >
            Filter
          </ExplainedButton>
        </Group>
      </Stack>
    </form>
  )
}
