import { type ReactNode, useState } from 'react'
import classes from './chart.module.css'

/** The numbers of a chart as a table that the user opens: `columns` are its header, `children` its rows. */
export function AsTable({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.opener}>Show as a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <section className={classes.scroll} tabIndex={0} aria-label={`${label} as a table`}>
          <table className={classes.table} aria-label={label}>
            <thead>
              <tr>
                {columns.map(name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </section>
      )}
    </details>
  )
}
