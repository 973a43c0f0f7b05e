import { ActionIcon, Popover, UnstyledButton } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { labelIn } from '../../../ui/form/choices.ts'
import { useChoices } from '../../../ui/form/use-choices.ts'
import type { Column, Database } from '../api.ts'
import { useTrend } from '../changes/field-trends.ts'
import classes from '../databases.module.css'
import type { useRowFilters } from '../rows/filters.ts'
import { ColumnFilter } from './column-filter.tsx'

/** Returns the next sort order: ascending, descending, unsorted. */
const nextSort = (name: string, sort: string | undefined) =>
  sort === name ? `-${name}` : sort === `-${name}` ? undefined : name

const ARROWS = { up: ' ↑', down: ' ↓', none: '' }

/** The header of a column. The name sorts, a sparkline shows how its numbers moved, and the funnel filters. */
export function ColumnHead({
  database,
  column,
  wanted,
  change,
}: { database: Database; column: Column } & ReturnType<typeof useRowFilters>) {
  const [open, setOpen] = useState(false)
  const trend = useTrend(database, column.name)
  const types = useChoices('database-create', 'columns[].type')
  const { name, type } = column
  const direction = wanted.sort === name ? 'up' : wanted.sort === `-${name}` ? 'down' : 'none'
  const isFiltered = Object.keys(wanted.filter).some(condition => condition.startsWith(`${name}[`))
  const Funnel = isFiltered ? IconFilterFilled : IconFilter
  return (
    <div className={classes.head}>
      {type === 'json' ? (
        <span className={classes.sort}>{name}</span>
      ) : (
        <UnstyledButton
          className={classes.sort!}
          aria-label={`Sort by ${name}`}
          title={`${name} · ${labelIn(types, type)}`}
          onClick={() => change({ sort: nextSort(name, wanted.sort) })}
        >
          {name}
          {ARROWS[direction]}
        </UnstyledButton>
      )}
      {trend && <Sparkline {...trend} />}
      <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withArrow>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Filter by ${name}`}
            onClick={() => setOpen(!open)}
          >
            <Funnel size={14} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <ColumnFilter
            column={column}
            onFilter={condition => {
              setOpen(false)
              change(condition)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
