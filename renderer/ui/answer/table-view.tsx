import { Select, Text } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'
import { ValueCell } from '../lists/value-cell.tsx'
import { numberText } from '../number-text.ts'
import { EmptyState } from '../page/empty-state.tsx'
import classes from './answer.module.css'
import type { AnswerColumn, TableHead } from './json-tables.ts'
import type { OpenAnswer } from './open-answer.ts'
import { useBlocks } from './use-blocks.ts'
import { useVirtualRows } from './virtual-rows.tsx'

const ROW_PX = 28
const HEADER_PX = 32

const nameOf = ({ path, count }: TableHead) => `${path || 'the whole answer'} · ${numberText(count)}`

/** A list of the answer as a table, with a choice of list if there are several. */
export function TableView({ answer, tables }: { answer: OpenAnswer; tables: readonly TableHead[] }) {
  const [chosen, choose] = useState(0)
  const head = tables[chosen]
  if (!head) return <EmptyState>This answer contains no list of rows. See Tree or Raw.</EmptyState>
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <TableChoice tables={tables} among={[...tables.keys()]} chosen={chosen} onChoose={choose} />
        <CopyButton text={() => answer.ask('csv', chosen)} what="the table as CSV" />
      </div>
      <Rows key={chosen} answer={answer} table={chosen} head={head} />
    </div>
  )
}

/** The choice of the list to show; `among` holds the indexes of the lists that can be shown. */
export const TableChoice = ({
  tables,
  among,
  chosen,
  onChoose,
}: {
  tables: readonly TableHead[]
  among: readonly number[]
  chosen: number
  onChoose: (table: number) => void
}) =>
  among.length > 1 ? (
    <Select
      size="xs"
      aria-label="List"
      data={among.map(table => ({ value: String(table), label: nameOf(tables[table]!) }))}
      value={String(chosen)}
      onChange={value => onChoose(Number(value))}
      allowDeselect={false}
    />
  ) : (
    <Text size="xs" c="dimmed">
      {nameOf(tables[chosen]!)}
    </Text>
  )

function Rows({ answer, table, head }: { answer: OpenAnswer; table: number; head: TableHead }) {
  const { box, items, height, range, measure } = useVirtualRows(head.count, ROW_PX)
  const load = useCallback(
    (from: number, to: number) => answer.ask('tableRows', table, from, to),
    [answer, table],
  )
  const rowAt = useBlocks(load, answer, range)
  const cell = (column: AnswerColumn, role: 'cell' | 'columnheader', content: ReactNode) => (
    <div
      key={column.name}
      role={role}
      className={classes.cell}
      style={{ width: widthOf(column) }}
      data-numeric={column.isNumeric || undefined}
    >
      {content}
    </div>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section ref={box} className={classes.scroll} tabIndex={0} aria-label="Table">
      <div
        className={classes.canvas}
        style={{ height: height + HEADER_PX }}
        role="table"
        aria-label={head.path || 'Answer'}
        aria-rowcount={head.count + 1}
      >
        <div className={classes.headRow} role="row">
          {head.columns.map(column => cell(column, 'columnheader', column.name))}
        </div>
        {items.map(({ index, start }) => (
          <div
            key={index}
            ref={measure}
            data-index={index}
            className={classes.tableRow}
            role="row"
            aria-rowindex={index + 2}
            style={{ transform: `translateY(${start}px)` }}
          >
            {head.columns.map((column, at) =>
              cell(column, 'cell', <TextCell column={column} text={rowAt(index)?.[at]} />),
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

/** Absent values and empty texts both render nothing. */
const TextCell = ({
  column: { name, isNumeric },
  text,
}: {
  column: AnswerColumn
  text: string | undefined
}) => text && <ValueCell name={name} value={isNumeric ? Number(text) : text} />

const widthOf = ({ width }: AnswerColumn) => `${Math.min(48, Math.max(6, width)) + 3}ch`
