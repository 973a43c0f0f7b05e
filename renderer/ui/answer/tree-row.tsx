import { IconChevronDown, IconChevronRight, IconRoute } from '@tabler/icons-react'
import { CopyButton } from '../actions/copy-button.tsx'
import classes from './answer.module.css'
import { ImagePeek, isImage } from './image-peek.tsx'
import type { TreeRow as Row } from './json-tree.ts'

/** A row with a name and its value. Its buttons are shown on hover and while the row is active. */
export function TreeRow({
  row,
  id,
  top,
  active,
  match,
  onActivate,
  onToggle,
  copyValue,
}: {
  row: Row
  id: string
  top: number
  active: boolean
  match: boolean
  onActivate: () => void
  onToggle: () => void
  copyValue: () => Promise<string>
}) {
  const { name, kind, text, open, depth, path } = row
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      role="treeitem"
      id={id}
      aria-level={depth + 1}
      aria-selected={active}
      {...(open !== null && { 'aria-expanded': open })}
      className={classes.treeRow}
      data-active={active || undefined}
      data-match={match || undefined}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + depth * 16 }}
      onClick={() => {
        onActivate()
        if (open !== null) onToggle()
      }}
    >
      <span className={classes.mark}>{open !== null && <Chevron size={14} aria-hidden />}</span>
      {name !== null && <span className={classes.name}>{name}</span>}
      {name !== null && (
        <span className={classes.mark} style={{ width: 8 }}>
          :
        </span>
      )}
      <span className={classes.value} data-kind={kind} title={text.length > 60 ? text : undefined}>
        {kind === 'string' ? JSON.stringify(text) : text}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks on the buttons from the row */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keeps clicks on the buttons from the row */}
      <span className={classes.actions} onClick={event => event.stopPropagation()}>
        {isImage(row) && <ImagePeek address={text} />}
        <CopyButton text={path} what={`the path ${path}`} icon={IconRoute} tabIndex={-1} />
        <CopyButton text={copyValue} what="the value" tabIndex={-1} />
      </span>
    </div>
  )
}
