import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { command } from '../../base/command.ts'
import { LOSS_REPORTED_MS, type Loss } from './health.ts'
import { refusalOf } from './migrate.ts'
import { databaseFile, isEmpty } from './open-database.ts'
import { openMark, readMark, type StoreMark } from './store-mark.ts'

/** Between two generations while the store is written: what a loss of later changes may hide in. */
const GENERATION_MS = 1_000
/** After the last write, what the log holds goes into the file; at the latest after the longer time. */
const IDLE_MS = 2_000
const LONGEST_MS = 60_000
/** Pages that go into the file at a time while long work is done: some milliseconds. */
const FEW_PAGES = 400
const MOST_SLICES = 16

/**
 * Counts the generations of a store, in it and beside it, and empties its log when nobody writes: so that little is lost
 * with the log, and a loss is noticed.
 */
export interface Upkeep {
  /** Whether a service that had the store ended without closing it, and nobody has checked the store since. */
  wasCutShort: boolean
  /** The store was checked and is whole. */
  noteWhole(): void
  /** The last loss of changes that was noticed; null where none was. */
  loss: Loss | null
  /** In a transaction, before its end. */
  beforeCommit(): void
  afterCommit(): void
  /** Brings what the log holds into the file. */
  checkpoint(): void
  /** After a slice of long work: brings what the log holds into the file as soon as that is much. */
  afterSlice(): void
  /** Before the store is closed; call what it returns when it has been. */
  close(): () => void
}

interface State {
  id: string
  generation: number
  lost_at: number | null
  loss: string | null
  backup: string | null
}

/** What a mark and a store that do not belong together show. */
function lossIn(mark: StoreMark | null, state: State, isNew: boolean): string | null {
  if (!mark) return null
  if (isNew)
    return `The store of this folder was gone or empty, so that a new one was created: accounts, keys and data of the one before are missing. If you have a backup, stop Winnow and use ${command`restore FILE`}.`
  if (mark.id !== state.id)
    return `The store is another one than Winnow last had in this folder: its file was replaced. ${command`restore FILE`} replaces it without this warning.`
  if (state.generation < mark.generation)
    return `The newest changes of the store are missing (it is at generation ${state.generation}, and was at ${mark.generation}): its log winnow.db-wal was lost or the machine lost power, or an older copy took its place. If you have a newer backup, stop Winnow and use ${command`restore FILE`}.`
  return null
}

/** What a closed store says of itself. */
interface ClosedState {
  /** A loss that was noticed in the last days, or that the next start will notice. */
  loss: string | null
  /** The last file that `winnow backup` made. */
  backup: string | null
  /** Why this Winnow cannot use the store; null where it can. */
  refusal: string | null
  /** The settings that were saved, by name. */
  settings: Record<string, unknown>
}

/** Reads it of a store that no service has. Throws what SQLite says of one that cannot be read. */
export function readClosedState(dataDir: string): ClosedState {
  const mark = readMark(dataDir)
  const file = databaseFile(dataDir)
  if (!existsSync(file))
    return { loss: lossIn(mark, NO_STATE, true), backup: null, refusal: null, settings: {} }
  const db = new Database(file, { timeout: 0 })
  try {
    const isNew = isEmpty(db)
    const refusal = refusalOf(db)
    if (refusal) return { loss: null, backup: null, refusal, settings: {} }
    const state = hasTable(db, 'store_state') ? db.prepare<[], State>(STATE).get()! : NO_STATE
    const recent = state.lost_at !== null && Date.now() - state.lost_at < LOSS_REPORTED_MS
    const loss = lossIn(mark, state, isNew) ?? (recent ? state.loss : null)
    return { loss, backup: state.backup, refusal, settings: savedIn(db) }
  } finally {
    db.close()
  }
}

const hasTable = (db: Database.Database, name: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

function savedIn(db: Database.Database): Record<string, unknown> {
  if (!hasTable(db, 'settings')) return {}
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings').all()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}

const STATE = 'SELECT id, generation, lost_at, loss, backup FROM store_state'
const NO_STATE: State = { id: '', generation: 0, lost_at: null, loss: null, backup: null }

/** What was seen of a store before it was migrated: whether it is new, and whether it had a log to go through. */
interface Found {
  isNew: boolean
  isUnclean: boolean
}

/** Takes over a migrated store. */
export function startUpkeep(db: Database.Database, dataDir: string, { isNew, isUnclean }: Found): Upkeep {
  const now = () => performance.now()
  const set = db.prepare('UPDATE store_state SET generation = ?')
  const setLoss = db.prepare('UPDATE store_state SET lost_at = ?, loss = ?')
  const state = db.prepare<[], State>(STATE).get()!
  const mark = readMark(dataDir)
  const said = lossIn(mark, state, isNew)
  const loss = said ? { at: Date.now(), said } : null
  const file = openMark(dataDir)
  let generation = Math.max(state.generation, mark?.generation ?? 0) + 1
  const wasCutShort = isUnclean || mark?.isClosed === false
  let isUnchecked = wasCutShort
  let isPending = false
  let countedAt = now()
  let dirtySince: number | null = null
  let writtenAt = 0
  let isUncounted = false
  let timer: NodeJS.Timeout | null = null
  /** Slices since the last checkpoint, and how many there may be, by the pages that those before wrote. */
  const slices = { done: 0, most: MOST_SLICES }

  const note = (isClosed: boolean) => file.write({ id: state.id, generation, isClosed })

  const count = () => {
    set.run(generation + 1)
    generation++
    countedAt = now()
    isUncounted = false
  }

  db.transaction(() => {
    if (loss) setLoss.run(loss.at, loss.said)
    set.run(generation)
  })()
  note(false)

  /** Returns the pages that the log had. */
  function checkpoint(): number {
    if (isUncounted) {
      count()
      note(false)
    }
    dirtySince = null
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
    // What comes next is in the log alone: the first of it counts.
    countedAt = Number.NEGATIVE_INFINITY
    return log
  }

  /** On a full or failing disk the writes themselves say so, and the next one tries again. */
  function tryCheckpoint(): number {
    try {
      return checkpoint()
    } catch {
      return 0
    }
  }

  function whenIdle() {
    timer = null
    const waits = dirtySince !== null && now() - writtenAt < IDLE_MS && now() - dirtySince < LONGEST_MS
    if (waits) return arm()
    tryCheckpoint()
  }

  function arm() {
    timer ??= setTimeout(whenIdle, IDLE_MS).unref()
  }

  return {
    wasCutShort,
    noteWhole() {
      isUnchecked = false
    },
    loss: loss ?? (state.loss ? { at: state.lost_at!, said: state.loss } : null),
    beforeCommit() {
      writtenAt = now()
      isPending = writtenAt - countedAt >= GENERATION_MS
      if (isPending) set.run(generation + 1)
    },
    afterCommit() {
      dirtySince ??= writtenAt
      isUncounted = !isPending
      if (isPending) {
        generation++
        countedAt = writtenAt
        note(false)
      }
      arm()
    },
    checkpoint: () => void checkpoint(),
    afterSlice() {
      if (++slices.done < slices.most) return
      const pages = Math.max(tryCheckpoint() / slices.done, 1)
      slices.most = Math.min(Math.max(Math.floor(FEW_PAGES / pages), 1), MOST_SLICES)
      slices.done = 0
    },
    close() {
      if (timer) clearTimeout(timer)
      if (isUncounted) count()
      return () => {
        note(!isUnchecked)
        file.close()
      }
    },
  }
}
