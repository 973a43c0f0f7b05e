import { Button } from '@mantine/core'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { ExplainedIcon } from '../../../ui/actions/explained-button.tsx'
import { isSimpleRule } from './edit-rule.ts'
import type { FieldRef, FieldStates } from './field-states.ts'
import { JsonInput } from './json-input.tsx'
import { RuleInput } from './rule-input.tsx'
import classes from './schema-form.module.css'
import { StateMark } from './state-mark.tsx'
import { useRowIds } from './use-row-ids.ts'

interface ChoiceListOptions {
  choices: readonly Json[]
  place: FieldRef
  states: FieldStates
  onChange: (choices: Json[]) => void
}

/** The rules of an `any`, in the order in which they are tried. */
export function ChoiceList({ choices, place, states, onChange }: ChoiceListOptions) {
  const { ids, removed, swapped } = useRowIds(choices.length)
  const of = place.key
  const chosen = states(place)?.chosen
  const moveUp = (index: number) => {
    swapped(index, index - 1)
    onChange(choices.with(index, choices[index - 1]!).with(index - 1, choices[index]!))
  }
  const remove = (index: number) => {
    removed(index)
    onChange(choices.toSpliced(index, 1))
  }
  return (
    <ol className={classes.choices}>
      {choices.map((choice, index) => {
        const name = `rule ${index + 1} of ${of}`
        const state =
          states({ rule: `${place.rule}.any[${index}]`, key: '\0' }) ??
          (chosen === index ? ({ state: 'good', mark: 'value' } as const) : undefined)
        return (
          <li key={ids[index]} className={classes.row}>
            <div className={classes.rule}>
              <Choice
                choice={choice}
                of={name}
                onChange={changed => onChange(choices.with(index, changed))}
              />
            </div>
            <StateMark of={name} state={state} />
            <ExplainedIcon
              size="sm"
              label={`Try ${name} earlier`}
              reason={index === 0 ? 'This rule is already tried first.' : null}
              onClick={() => moveUp(index)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ExplainedIcon>
            <ExplainedIcon size="sm" label={`Remove ${name}`} reason={null} onClick={() => remove(index)}>
              <IconX size={14} aria-hidden />
            </ExplainedIcon>
          </li>
        )
      })}
      <li>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Add rule to ${of}`}
          onClick={() => onChange([...choices, ''])}
        >
          Add rule
        </Button>
      </li>
    </ol>
  )
}

/** A rule with more keys than its source is edited as JSON, so that nothing is hidden. */
function Choice({ choice, of, onChange }: { choice: Json; of: string; onChange: (choice: Json) => void }) {
  return isSimpleRule(choice) ? (
    <RuleInput rule={choice} of={of} onChange={onChange} />
  ) : (
    <JsonInput value={choice} label={`Rule of ${of}`} onChange={value => onChange(value ?? '')} />
  )
}
