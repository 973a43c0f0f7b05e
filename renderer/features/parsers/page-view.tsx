import { html } from '@codemirror/lang-html'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { CodeEditor } from '../../ui/code-editor.tsx'
import classes from './editor.module.css'
import type { PageAtHand } from './page-at-hand.ts'
import { safePage } from './safe-page.ts'

/** A frame lays out no more than this, since the window waits for it; what is read is the whole page. */
const SHOWN = 1_000_000
/** Larger sources come without colours. */
const COLOURED = 1_000_000

const markup = html()
const plain: [] = []

/** A page as it looks, without scripts and without network; or its source. */
export function PageView({ page, view }: { page: PageAtHand; view: 'page' | 'source' }) {
  const { text, name } = page
  if (view === 'page') return <Framed text={text} name={name} />
  return (
    <div className={classes.view}>
      <CodeEditor
        value={text}
        label="Source of the page"
        extensions={text.length > COLOURED ? plain : markup}
      />
    </div>
  )
}

function Framed({ text, name }: { text: string; name: string }) {
  const { html, cut } = useMemo(() => safePage(text, SHOWN), [text])
  return (
    <>
      {cut && (
        <Text size="xs" c="dimmed" px={12} py={4}>
          The beginning of a large page is shown; all of it is read.
        </Text>
      )}
      <div className={classes.view}>
        <iframe title={`Page: ${name}`} className={classes.frame} sandbox="" srcDoc={html} />
      </div>
    </>
  )
}
