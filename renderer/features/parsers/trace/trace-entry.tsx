import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import { counted } from '../../../ui/counted.ts'
import classes from './trace.module.css'
import type { Spotlight } from './use-spotlight.ts'

const valueText = (value: unknown) => JSON.stringify(value)

/** Says how many matches a value has, and which rule of `any` matched. */
function matchText({ matched, chosen, ms }: FieldTrace): string {
  const found = counted(matched, 'match', 'matches')
  const choice = chosen === undefined ? [] : [`rule ${chosen + 1} matched`]
  return [...choice, found, ...(ms === undefined ? [] : [`${ms} ms`])].join(' · ')
}

/** Shows how a value was read: what was found, the result of each transform, or why it is null. */
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
        <span className="tabular">{matchText(entry)}</span>
      </div>
      <dl className={classes.steps}>
        {passed.map(message => {
          const [, choice, why] = /^(\d+): ([\s\S]*)$/.exec(message) ?? [message, '', message]
          return <Step key={message} name={`rule ${Number(choice) + 1}`} text={why!} />
        })}
        {raw !== null && <Step name="raw" text={valueText(raw)} />}
        {steps.map(({ transform, value: output }, index) => (
          <Step key={index} name={transform} text={valueText(output)} />
        ))}
        {(value !== null || raw !== null) && <Step name="value" text={valueText(value)} />}
      </dl>
      {raw === null && value === null && !reason && (
        <p className={classes.note}>Its fields have their own traces.</p>
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
