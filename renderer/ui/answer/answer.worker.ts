import { type BodyShape, valueIn } from '../../lib/body-format.ts'
import { type CardField, cardOf } from './card.ts'
import { createTables } from './json-tables.ts'
import { createTree } from './json-tree.ts'
import { createLines } from './text-lines.ts'

/** The functions that a window can call in the worker of its answer. */
export type Desk = ReturnType<typeof openDesk>

/** Creates the views of an answer, each on first use. */
function openDesk(text: string, shape: BodyShape) {
  const value = valueIn(text, shape)
  const tree = createTree(value)
  const tables = createTables(value)
  let raw: ReturnType<typeof createLines> | undefined
  const pretty = () => (shape === 'json' ? JSON.stringify(value, null, 2) : text)
  const lines = () => {
    raw ??= createLines(pretty())
    return raw
  }
  return {
    rowCount: tree.count,
    treeRows: tree.rows,
    toggle: tree.toggle,
    openAll: tree.openAll,
    closeAll: tree.closeAll,
    parentOf: tree.parentOf,
    copy: tree.copy,
    find: tree.find,
    reveal: tree.reveal,
    tables: tables.heads,
    tableRows: tables.rows,
    csv: tables.csv,
    lineCount: () => lines().count,
    lines: (from: number, to: number) => lines().lines(from, to),
    all: pretty,
    card: (fields: readonly CardField[]) => cardOf(value, fields),
  }
}

/** A message to the worker. The first message contains the answer itself. */
export type Question =
  | { id: number; open: Blob; shape: BodyShape }
  | { id: number; ask: keyof Desk; args: unknown[] }

export type Reply = { id: number; value: unknown } | { id: number; error: string }

let desk: Promise<Desk>

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  try {
    if ('open' in data) desk = data.open.text().then(text => openDesk(text, data.shape))
    const opened = await desk
    const value = 'ask' in data ? (opened[data.ask] as (...args: unknown[]) => unknown)(...data.args) : null
    postMessage({ id: data.id, value } satisfies Reply)
  } catch (error) {
    postMessage({ id: data.id, error: String(error) } satisfies Reply)
  }
})
