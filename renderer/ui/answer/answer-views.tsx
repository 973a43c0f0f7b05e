import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { BodyShape } from '../../lib/body-format.ts'
import { docsQuery } from '../../lib/operation-docs.ts'
import { RowsSkeleton } from '../page/skeletons.tsx'
import classes from './answer.module.css'
import { type Card, type CardField, cardFieldsOf } from './card.ts'
import { CardView } from './card-view.tsx'
import { GalleryView, withPictures } from './gallery-view.tsx'
import type { TableHead } from './json-tables.ts'
import { type OpenAnswer, openAnswer } from './open-answer.ts'
import { TableView } from './table-view.tsx'
import { TreeView } from './tree-view.tsx'
import { useBlocks } from './use-blocks.ts'
import { useVirtualRows } from './virtual-rows.tsx'

interface LoadedAnswer {
  answer: OpenAnswer
  tables: TableHead[]
  card: Card | null
}

/** The fields that a card shows of an operation's answers; undefined until they are loaded. */
function useCardFields(operation: string | undefined): CardField[] | undefined {
  const { data, isError } = useQuery({ ...docsQuery(operation ?? ''), enabled: operation !== undefined })
  return useMemo(
    () => (operation === undefined || isError ? [] : data && cardFieldsOf(data.output)),
    [operation, data, isError],
  )
}

/** Opens a body in a worker, and closes it when the component unmounts. */
function useLoadedAnswer(
  body: Blob,
  shape: BodyShape,
  fields: readonly CardField[] | undefined,
): LoadedAnswer | null {
  const [loaded, setLoaded] = useState<LoadedAnswer | null>(null)
  useEffect(() => {
    setLoaded(null)
    if (!fields) return
    const answer = openAnswer(body, shape)
    void Promise.all([answer.ask('tables'), answer.ask('card', fields)]).then(([tables, card]) =>
      setLoaded({ answer, tables, card }),
    )
    return answer.close
  }, [body, shape, fields])
  return loaded
}

/** All views of a body. `more` adds tabs, and `aside` is shown to their right. */
export function AnswerViews({
  body,
  shape,
  operation,
  more = {},
  aside,
}: {
  body: Blob
  shape: BodyShape
  /** The operation that the body is a result of. Its output schema may name the fields of the card. */
  operation?: string | undefined
  more?: Record<string, ReactNode>
  aside?: ReactNode
}) {
  const loaded = useLoadedAnswer(body, shape, useCardFields(operation))
  const [view, setView] = useState<string | null>(null)
  const views: Record<string, ReactNode> = {
    ...(shape !== 'text' && { Tree: loaded && <TreeView answer={loaded.answer} /> }),
    ...(loaded?.card && { Card: <CardView card={loaded.card} /> }),
    ...(loaded?.tables.length && { Table: <TableView answer={loaded.answer} tables={loaded.tables} /> }),
    ...(loaded &&
      withPictures(loaded.tables).length > 0 && {
        Gallery: <GalleryView answer={loaded.answer} tables={loaded.tables} />,
      }),
    Raw: loaded && <RawView answer={loaded.answer} />,
    ...more,
  }
  const names = Object.keys(views)
  return (
    <Tabs
      className={classes.views!}
      value={view && view in views ? view : names[0]!}
      onChange={setView}
      keepMounted={false}
    >
      <div className={classes.head}>
        <Tabs.List className={classes.tabs!}>
          {names.map(name => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.aside}>{aside}</div>
      </div>
      {names.map(name => (
        <Tabs.Panel key={name} value={name} className={classes.panel!}>
          {views[name] ?? (
            <div className={classes.bar}>
              <RowsSkeleton rows={6} />
            </div>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const LINE_PX = 20

/** The answer as text, with JSON formatted. */
function RawView({ answer }: { answer: OpenAnswer }) {
  const [count, setCount] = useState(0)
  useEffect(() => void answer.ask('lineCount').then(setCount), [answer])
  const { box, items, height, range } = useVirtualRows(count, LINE_PX)
  const load = useCallback((from: number, to: number) => answer.ask('lines', from, to), [answer])
  const lineAt = useBlocks(load, answer, range)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section ref={box} className={classes.scroll} tabIndex={0} aria-label="Raw answer">
      <div className={classes.canvas} style={{ height }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            className={classes.row}
            style={{ height: LINE_PX, transform: `translateY(${start}px)` }}
          >
            {lineAt(index)}
          </div>
        ))}
      </div>
    </section>
  )
}
