import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { counted } from '../../../ui/counted.ts'
import classes from './data.module.css'
import { partsOf, pathTo, sizeOf } from './paths.ts'

/** How many fields or entries of a value are shown. */
const MAX_PARTS = 100
const MAX_PREVIEW_LENGTH = 80

interface FieldTreeOptions {
  /** The accessible name. */
  label: string
  value: unknown
  /** The path of the whole value: `item`. */
  path: string
  /** Whether the value is an invented example. Its types are then shown in place of values. */
  isExample?: boolean
  /** Called with the path of a clicked field. Without it, the tree is read-only. */
  onPick?: ((path: string) => void) | undefined
}

/** Shows a value as a tree of its fields. */
export function FieldTree({ label, ...field }: FieldTreeOptions) {
  return (
    <ul className={classes.tree} aria-label={label}>
      <Field {...field} name={field.path} startsOpen />
    </ul>
  )
}

interface FieldOptions extends Omit<FieldTreeOptions, 'label'> {
  name: string
  startsOpen?: boolean
}

function Field({ name, value, path, startsOpen = false, ...shared }: FieldOptions) {
  const [open, setOpen] = useState(startsOpen)
  const size = sizeOf(value)
  return (
    <li>
      <div className={classes.field}>
        {size > 0 ? (
          <Toggle path={path} open={open} onToggle={() => setOpen(!open)} />
        ) : (
          <span className={classes.noToggle} />
        )}
        <FieldName name={name} path={path} onPick={shared.onPick} />
        <span className={classes.preview}>{shared.isExample ? typeText(value) : previewOf(value)}</span>
      </div>
      {open && size > 0 && (
        <ul>
          {partsOf(value, MAX_PARTS).map(([part, inner]) => (
            <Field
              key={part}
              {...shared}
              name={typeof part === 'number' ? `[${part}]` : part}
              path={pathTo(path, part)}
              value={inner}
            />
          ))}
          {size > MAX_PARTS && (
            <li className={classes.more}>{`and ${counted(size - MAX_PARTS, 'more', 'more')}`}</li>
          )}
        </ul>
      )}
    </li>
  )
}

function Toggle({ path, open, onToggle }: { path: string; open: boolean; onToggle: () => void }) {
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton
      className={classes.toggle!}
      aria-label={`Fields of ${path}`}
      aria-expanded={open}
      onMouseDown={keepFocus}
      onClick={onToggle}
    >
      <Chevron size={14} aria-hidden />
    </UnstyledButton>
  )
}

function FieldName({ name, path, onPick }: Pick<FieldOptions, 'name' | 'path' | 'onPick'>) {
  if (!onPick) return <span className={classes.name}>{name}</span>
  return (
    <button
      type="button"
      className={classes.name}
      aria-label={path}
      title={`Insert ${path}`}
      onMouseDown={keepFocus}
      onClick={() => onPick(path)}
    >
      {name}
    </button>
  )
}

/** Keeps the focus in the edited field while a path is clicked. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function previewOf(value: unknown): string {
  if (typeof value === 'string')
    return value.length > MAX_PREVIEW_LENGTH ? `${value.slice(0, MAX_PREVIEW_LENGTH)}…` : value || '“”'
  return typeof value === 'object' && value !== null ? typeText(value) : String(value)
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, 'entry', 'entries')
  if (value === null || value === undefined) return 'any value'
  if (typeof value === 'object') return sizeOf(value) ? counted(sizeOf(value), 'field') : 'any value'
  return typeof value === 'string' ? 'text' : typeof value
}
