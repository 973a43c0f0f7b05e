import { TextInput } from '@mantine/core'
import { useNameError } from '../../../ui/form/use-name-error.ts'
import classes from './editor.module.css'

/** The name of the parser, edited in place. */
export function ParserName({
  name,
  error,
  onChange,
}: {
  name: string
  error: unknown
  onChange: (name: string) => void
}) {
  return (
    <TextInput
      className={classes.name!}
      aria-label="Name of the parser"
      placeholder="Name this parser"
      value={name}
      {...useNameError(error)}
      autoFocus={name === ''}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
