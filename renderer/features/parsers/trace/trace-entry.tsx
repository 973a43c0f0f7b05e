import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import classes from './trace.module.css'
import type { Spotlight } from './use-spotlight.ts'

const shown = (value: unknown) => JSON.stringify(value)

/** Where a value was looked for: in how many places, and by which rule of a chain. */
function placesOf({ matched, chosen, ms }: FieldTrace): string {
  const found = `${matched.toLocaleString()} ${matched === 1 ? 'match' : 'matches'}`
  const choice = chosen === undefined ? [] : [`choice ${chosen + 1} hit`]
  return [...choice, found, ...(ms === undefined ? [] : [`${ms} ms`])].join(' · ')
}

/** How one value came about: what was found, what each step made of it, why there is none. */
export function TraceEntry({ entry, spotlight }: { entry: FieldTrace; spotlight: Spotlight }) {
  const { rule, field, raw, steps = [], value, passed = [], reason } = entry
  const isLit = spotlight.lit?.rule === rule && spotlight.lit.field === field
  return (
    <li
      className={classes.entry}
      data-lit={isLit || undefined}
      onMouseEnter={() => spotlight.light({ rule, field })}
      onMouseLeave={() => spotlight.light(null)}
    >
      <div className={classes.head}>
        <span className={`${classes.field} mono`}>{field}</span>
        <span className="tabular">{placesOf(entry)}</span>
      </div>
      <dl className={classes.steps}>
        {passed.map(said => {
          const [, choice, why] = /^(\d+): ([\s\S]*)$/.exec(said) ?? [said, '', said]
          return <Step key={said} name={`choice ${Number(choice) + 1}`} text={why!} />
        })}
        {raw !== null && <Step name="raw" text={shown(raw)} />}
        {steps.map(({ transform, value: made }, index) => (
          <Step key={index} name={transform} text={shown(made)} />
        ))}
        {(value !== null || raw !== null) && <Step name="value" text={shown(value)} />}
      </dl>
      {raw === null && value === null && !reason && (
        <p className={classes.note}>Its fields have traces of their own.</p>
      )}
      {reason && <p className={classes.why}>{reason}</p>}
    </li>
  )
}

const Step = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
)
