import type { Trial } from './api.ts'
import classes from './editor.module.css'
import lists from './lists.module.css'

/** What is wrong with the schema: which rule, what, and the way out. */
export function ProblemList({ problems }: { problems: Trial['problems'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Problems" tabIndex={0}>
      <dl className={lists.reasons}>
        {problems.map(({ field, error, hint }) => (
          <div key={field + error}>
            <dt className="mono">{field}</dt>
            <dd className={lists.bad}>{error}</dd>
            {hint && <dd>{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
