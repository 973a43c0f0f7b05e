import { type BodyShape, valueIn } from '../../lib/body-format.ts'
import { type CardField, cardOf } from './card.ts'
import { createTables } from './json-tables.ts'
import { createTree } from './json-tree.ts'
import { createLines } from './text-lines.ts'

/** The functions that a window can call in the worker of its answer. */
export type AnswerApi = ReturnType<typeof createAnswerApi>

/** Creates the views of an answer, each on first use. */
function createAnswerApi(text: string, shape: BodyShape) {
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
export type WorkerRequest =
  | { id: number; open: Blob; shape: BodyShape }
  | { id: number; ask: keyof AnswerApi; args: unknown[] }

export type WorkerReply = { id: number; value: unknown } | { id: number; error: string }

let api: Promise<AnswerApi>

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    if ('open' in data) api = data.open.text().then(text => createAnswerApi(text, data.shape))
    const loadedApi = await api
    const value =
      'ask' in data ? (loadedApi[data.ask] as (...args: unknown[]) => unknown)(...data.args) : null
    postMessage({ id: data.id, value } satisfies WorkerReply)
  } catch (error) {
    postMessage({ id: data.id, error: String(error) } satisfies WorkerReply)
  }
})
