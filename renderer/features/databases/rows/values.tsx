import type { ReactNode } from 'react'
import type { Column } from '../api.ts'
import classes from '../databases.module.css'
import { valueText } from '../value-text.ts'

/** A list of names and values. */
export const Pairs = ({ pairs }: { pairs: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.values}>
    {pairs.map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Lists every value of a row in full. */
export const RowValues = ({
  columns,
  data,
}: {
  columns: readonly Column[]
  data: Record<string, unknown>
}) => <Pairs pairs={columns.map(({ name }) => [name, valueText(data[name])] as const)} />
