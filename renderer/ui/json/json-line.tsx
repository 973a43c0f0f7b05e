import { IconChevronRight } from '@tabler/icons-react'
import { CopyButton } from '../copy-button.tsx'
import { isBranch, type JsonRow, sizeOf } from './json-rows.ts'
import classes from './json-view.module.css'

const INDENT_PX = 16
/** Longer texts are cut in the tree; copying takes them whole. */
const LONGEST = 400

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return typeof value
}

function textOf(value: unknown): string {
  if (!isBranch(value)) return shorten(JSON.stringify(value) ?? 'undefined')
  const size = sizeOf(value).toLocaleString()
  return Array.isArray(value) ? `[ ${size} ]` : `{ ${size} }`
}

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** One line of a JSON tree. */
export function JsonLine({
  row,
  top,
  found,
  onToggle,
}: {
  row: JsonRow
  top: number
  found: boolean
  onToggle: () => void
}) {
  const { name, value, depth, path, open } = row
  const branch = isBranch(value)
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={found}
      {...(branch && { 'aria-expanded': open })}
      className={classes.line}
      style={{ top, paddingLeft: 8 + depth * INDENT_PX }}
    >
      {branch ? (
        <button
          type="button"
          className={classes.fold}
          data-open={open || undefined}
          aria-label={`${open ? 'Close' : 'Open'} ${path || 'all'}`}
          onClick={onToggle}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.leaf} />
      )}
      {name !== null && <span className={classes.name}>{name}</span>}
      <span className={classes.value} data-kind={branch ? 'branch' : kindOf(value)}>
        {textOf(value)}
      </span>
      <span className={classes.tools}>{path && <CopyButton text={path} what={`the path ${path}`} />}</span>
    </div>
  )
}
