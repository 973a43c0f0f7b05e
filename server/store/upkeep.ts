import type Database from 'better-sqlite3'
import type { Loss } from './health.ts'
import { openMark, readMark, type StoreMark } from './store-mark.ts'

/** Between two generations while the store is written: what a loss of later changes may hide in. */
const GENERATION_MS = 1_000
/** After the last write, what the log holds goes into the file; at the latest after the longer time. */
const IDLE_MS = 2_000
const LONGEST_MS = 60_000

/**
 * Counts the generations of a store, in it and beside it, and empties its log when nobody writes: so that little is lost
 * with the log, and a loss is noticed.
 */
export interface Upkeep {
  /** Whether the last service closed the store. */
  wasClosed: boolean
  /** The last loss of changes that was noticed; null where none was. */
  loss: Loss | null
  /** In a transaction, before its end. */
  beforeCommit(): void
  afterCommit(): void
  /** Brings what the log holds into the file. */
  checkpoint(): void
  /** Before the store is closed; call what it gives when it has been. */
  close(): () => void
}

interface State {
  id: string
  generation: number
  lost_at: number | null
  loss: string | null
}

/** What a mark and a store that do not belong together tell. */
function lossIn(mark: StoreMark | null, state: State, isNew: boolean): string | null {
  if (!mark) return null
  if (isNew)
    return 'The store of this folder was gone or empty, so that a new one was made: accounts, keys and data of the one before are missing. If you have a backup, stop Winnow and use `winnow restore FILE`.'
  if (mark.id !== state.id)
    return 'The store is another one than Winnow last had in this folder: its file was replaced. `winnow restore FILE` replaces it without this warning.'
  if (state.generation < mark.generation)
    return `The newest changes of the store are missing (it is at generation ${state.generation}, and was at ${mark.generation}): its log winnow.db-wal was lost or the machine lost power, or an older copy took its place. If you have a newer backup, stop Winnow and use \`winnow restore FILE\`.`
  return null
}

/** Takes over a migrated store; `isNew` where it was made just now. */
export function startUpkeep(db: Database.Database, dataDir: string, isNew: boolean): Upkeep {
  const now = () => performance.now()
  const set = db.prepare('UPDATE store_state SET generation = ?')
  const setLoss = db.prepare('UPDATE store_state SET lost_at = ?, loss = ?')
  const state = db.prepare<[], State>('SELECT id, generation, lost_at, loss FROM store_state').get()!
  const mark = readMark(dataDir)
  const said = lossIn(mark, state, isNew)
  const loss = said ? { at: Date.now(), said } : null
  const file = openMark(dataDir)
  let generation = Math.max(state.generation, mark?.generation ?? 0) + 1
  let isPending = false
  let countedAt = now()
  let dirtySince: number | null = null
  let writtenAt = 0
  let uncounted = false
  let timer: NodeJS.Timeout | null = null

  const note = (isClosed: boolean) => file.write({ id: state.id, generation, isClosed })

  const count = () => {
    set.run(generation + 1)
    generation++
    countedAt = now()
    uncounted = false
  }

  db.transaction(() => {
    if (loss) setLoss.run(loss.at, loss.said)
    set.run(generation)
  })()
  note(false)

  function checkpoint() {
    if (uncounted) {
      count()
      note(false)
    }
    dirtySince = null
    db.pragma('wal_checkpoint(PASSIVE)')
  }

  function whenIdle() {
    timer = null
    const waits = dirtySince !== null && now() - writtenAt < IDLE_MS && now() - dirtySince < LONGEST_MS
    if (waits) return arm()
    try {
      checkpoint()
    } catch {
      // A full or failing disk: the writes themselves say so, and the next one tries again.
    }
  }

  function arm() {
    timer ??= setTimeout(whenIdle, IDLE_MS).unref()
  }

  return {
    wasClosed: mark?.isClosed ?? true,
    loss: loss ?? (state.loss ? { at: state.lost_at!, said: state.loss } : null),
    beforeCommit() {
      isPending = now() - countedAt >= GENERATION_MS
      if (isPending) set.run(generation + 1)
    },
    afterCommit() {
      writtenAt = now()
      dirtySince ??= writtenAt
      uncounted = !isPending
      if (isPending) {
        generation++
        countedAt = writtenAt
        note(false)
      }
      arm()
    },
    checkpoint,
    close() {
      if (timer) clearTimeout(timer)
      if (uncounted) count()
      return () => {
        note(true)
        file.close()
      }
    },
  }
}
