import { Button, Fieldset, Input, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Fields } from './fields.tsx'
import classes from './form.module.css'
import type { JsonSchema } from './json-schema.ts'
import { inputProps, type WidgetProps } from './widget.ts'

type Values = Record<string, unknown>

const isFilled = (values: Values) => Object.values(values).some(value => value !== undefined)

/** An object with fields of its own; an optional one is closed until it is needed. */
export function ObjectWidget(props: WidgetProps) {
  const { label, schema, required, path, errorAt } = props
  const values = (props.value ?? {}) as Values
  const [asked, setAsked] = useState(required || isFilled(values))
  const open = asked || Boolean(errorAt(path))
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton className={classes.opener!} aria-expanded={open} onClick={() => setAsked(!open)}>
        <Chevron size={14} aria-hidden /> {label}
      </UnstyledButton>
      <Input.Description fz={12}>{schema.description}</Input.Description>
      {open && (
        <Fieldset p={12} mt={8} aria-label={label}>
          <Fields
            schema={schema}
            path={path}
            values={values}
            onChange={next => props.onChange(isFilled(next) ? next : undefined)}
            errorAt={errorAt}
          />
        </Fieldset>
      )}
    </div>
  )
}

/** A list of objects. */
export function ListWidget(props: WidgetProps) {
  const { schema, path, errorAt, onChange } = props
  const items = (props.value ?? []) as Values[]
  const change = (next: Values[]) => onChange(next.length ? next : undefined)
  return (
    <Input.Wrapper {...inputProps(props)} labelElement="div">
      <Stack gap={8} my={4}>
        {items.map((item, index) => (
          <Fieldset key={index} p={12} legend={`${props.label} ${index + 1}`}>
            <Fields
              schema={schema.items as JsonSchema}
              path={`${path}[${index}]`}
              values={item}
              onChange={next => change(items.map((before, at) => (at === index ? next : before)))}
              errorAt={errorAt}
            />
            <Button
              size="compact-xs"
              variant="default"
              mt={8}
              onClick={() => change(items.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </Fieldset>
        ))}
      </Stack>
      <Button size="compact-xs" variant="default" onClick={() => change([...items, {}])}>
        Add one
      </Button>
    </Input.Wrapper>
  )
}
