import { UnstyledButton } from '@mantine/core'
import type { Outline } from './headings.ts'
import classes from './read.module.css'

/** The headings of a text. Each one scrolls to its section. */
export function OutlineList({ outline, onShow }: { outline: Outline; onShow: (from: number) => void }) {
  const top = Math.min(...outline.map(({ level }) => level))
  return (
    <nav aria-label="Sections" className={classes.outline}>
      {outline.length === 0 && <span className={classes.none}>No headings</span>}
      {outline.map(({ level, text, from }) => (
        <UnstyledButton
          key={from}
          className={classes.entry!}
          style={{ paddingLeft: 8 + (level - top) * 12 }}
          title={text}
          onClick={() => onShow(from)}
        >
          {text || 'Untitled section'}
        </UnstyledButton>
      ))}
    </nav>
  )
}
