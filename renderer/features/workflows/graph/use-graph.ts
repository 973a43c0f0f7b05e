import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '../../../lib/drafts/drafts.ts'
import { useAccount } from '../../../lib/service/account.ts'
import type { Graph } from '../api.ts'

/** Edits of the same field within this time are undone together. */
const MERGE_MS = 1_000
const MAX_UNDO_STEPS = 100

interface History {
  past: Graph[]
  present: Graph
  future: Graph[]
  /** The field that was edited last, and the time of that edit. */
  tag: string | null
  at: number
  /** The version that the draft is based on; 0 for a new workflow. */
  base: number
}

/** A graph while it is edited, and the functions that change it. */
export interface GraphState {
  graph: Graph
  base: number
  /** Whether the graph differs from the saved version. */
  isChanged: boolean
  /** Changes the graph. Changes with the same `tag` in quick succession are undone together. */
  change: (next: (graph: Graph) => Graph, tag?: string) => void
  /**
   * Changes the graph from outside of the forms, which are then reset. Does nothing while a form contains an invalid text.
   */
  replace: (next: (graph: Graph) => Graph) => void
  /** Resets the graph to the saved version, which becomes the base of the draft. */
  discard: () => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Increases with every change from outside of the forms. */
  turn: number
  /** Call it after a graph was saved. Edits made since are kept. */
  settle: (sent: Graph, saved: Graph, version: number) => void
}

const slotOf = (slot: string) => `workflow ${slot}`

/** Stores the draft of a slot and the version that it is based on; null deletes it. */
export const storeDraft = (account: string, slot: string, graph: Graph | null, base = 0) =>
  writeDraft(account, slotOf(slot), graph && { graph, base })

const textOf = (graph: Graph) => JSON.stringify(graph)

const newHistory = (present: Graph, base: number): History => ({
  past: [],
  present,
  future: [],
  tag: null,
  at: 0,
  base,
})

/**
 * The graph of an editor, based on the saved version, with undo. The draft is stored. While it has no changes, it follows
 * versions that are saved elsewhere.
 */
export function useGraph(
  slot: string,
  saved: Graph,
  version: number,
  /**
   * Returns whether all typed texts are valid. An invalid text is not part of the graph, and is lost if the forms are
   * reset.
   */
  isAllWritten: () => boolean,
): GraphState {
  const account = useAccount()
  const [turn, setTurn] = useState(0)
  const [history, setHistory] = useState<History>(() => {
    const storedDraft = readDraft<{ graph: Graph; base: number }>(account, slotOf(slot))
    return storedDraft ? newHistory(storedDraft.graph, storedDraft.base) : newHistory(saved, version)
  })
  const [lastSaved, setLastSaved] = useState(saved)
  if (lastSaved !== saved) {
    setLastSaved(saved)
    if (textOf(history.present) === textOf(lastSaved)) {
      setHistory(newHistory(saved, version))
      setTurn(turn + 1)
    }
  }
  const { past, present, future, base } = history
  const isChanged = textOf(present) !== textOf(saved)
  useEffect(
    () => storeDraft(account, slot, isChanged ? present : null, base),
    [account, slot, isChanged, present, base],
  )

  const step = (move: (history: History) => History) => () => {
    setHistory(move)
    setTurn(turn => turn + 1)
  }
  const stepIfValid = (move: (history: History) => History) => () => {
    if (isAllWritten()) step(move)()
  }
  return {
    graph: present,
    base,
    isChanged,
    turn,
    change: (next, tag) => setHistory(history => withChange(history, next(history.present), tag ?? null)),
    replace: next => stepIfValid(history => withChange(history, next(history.present), null))(),
    discard: step(history => ({ ...withChange(history, saved, null), base: version })),
    undo: past.length ? stepIfValid(withUndo) : null,
    redo: future.length ? stepIfValid(withRedo) : null,
    settle: (sent, saved, base) =>
      setHistory(({ present, ...rest }) => ({ ...rest, base, present: present === sent ? saved : present })),
  }
}

function withChange(history: History, next: Graph, tag: string | null): History {
  const { past, present, at, base } = history
  if (next === present) return history
  const isSameEdit = tag !== null && tag === history.tag && Date.now() - at < MERGE_MS
  return {
    past: isSameEdit ? past : [...past, present].slice(-MAX_UNDO_STEPS),
    present: next,
    future: [],
    tag,
    at: Date.now(),
    base,
  }
}

const withUndo = ({ past, present, future, ...rest }: History): History =>
  past.length
    ? { ...rest, past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], tag: null }
    : { ...rest, past, present, future }

const withRedo = ({ past, present, future, ...rest }: History): History =>
  future.length
    ? { ...rest, past: [...past, present], present: future[0]!, future: future.slice(1), tag: null }
    : { ...rest, past, present, future }
