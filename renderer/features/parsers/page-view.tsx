import { html } from '@codemirror/lang-html'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { CodeEditor } from '../../ui/code-editor.tsx'
import classes from './editor.module.css'
import type { PageAtHand } from './page-at-hand.ts'
import { safePage } from './safe-page.ts'

/** A frame lays out no more than this; what is read is the whole page. */
const SHOWN = 2_000_000
/** Larger sources come without colours. */
const COLOURED = 1_000_000

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const markup = html()
const plain: [] = []

/** A page as it looks, without scripts and without network; or its source. */
export function PageView({ page, view }: { page: PageAtHand; view: 'page' | 'source' }) {
  const { text, name, blob } = page
  return (
    <>
      {view === 'page' && text.length > SHOWN && (
        <Text size="xs" c="dimmed" px={12} py={4}>
          {`The first ${megabytes(SHOWN)} of ${megabytes(blob.size)} are shown; all of it is read.`}
        </Text>
      )}
      <div className={classes.view}>
        {view === 'page' ? (
          <Framed text={text} name={name} />
        ) : (
          <CodeEditor
            value={text}
            label="Source of the page"
            extensions={text.length > COLOURED ? plain : markup}
          />
        )}
      </div>
    </>
  )
}

function Framed({ text, name }: { text: string; name: string }) {
  const safe = useMemo(() => safePage(text.slice(0, SHOWN)), [text])
  return <iframe title={`Page: ${name}`} className={classes.frame} sandbox="" srcDoc={safe} />
}
