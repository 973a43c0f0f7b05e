import { Button } from '@mantine/core'
import type { JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { canHaveFields, extraKeys, ruleObject, withKey } from './edit-rule.ts'
import { KeyWidget } from './key-widget.tsx'
import classes from './schema-form.module.css'

type Rule = string | JsonObject

/** Summarises a rule for its collapsed row: `number`, `list`, `required`. */
export function ruleFacts(rule: Rule): string {
  const { type, all, required } = ruleObject(rule)
  return [typeof type === 'string' && type, all === true && 'list', required === true && 'required']
    .filter(Boolean)
    .join(' · ')
}

/** All keys of a rule except its source. */
export function RuleDetails({
  id,
  rule,
  of,
  onChange,
}: {
  id: string
  rule: Rule
  of: string
  onChange: (rule: Rule) => void
}) {
  const canAddFields = canHaveFields(rule) && !('fields' in ruleObject(rule))
  return (
    <div id={id} className={classes.details}>
      {extraKeys(rule).map(key => (
        <KeyWidget
          key={key}
          name={key}
          of={of}
          value={ruleObject(rule)[key]}
          onChange={value => onChange(withKey(rule, key, value))}
        />
      ))}
      {canAddFields && (
        <Button
          size="compact-xs"
          variant="subtle"
          style={{ justifySelf: 'start' }}
          onClick={() => onChange(withKey(withKey(rule, 'type', undefined), 'fields', { name: '' }))}
        >
          Read fields inside each match
        </Button>
      )}
    </div>
  )
}
