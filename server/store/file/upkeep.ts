import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { command } from '../../base/command.ts'
import { checkIsFile, databaseFile } from './database-file.ts'
import { LOSS_REPORTED_MS, type Loss } from './health.ts'
import { refusalOf } from './migrate.ts'
import { isEmpty } from './open-database.ts'
import { openMark, readMark, type StoreMark } from './store-mark.ts'

/** Milliseconds between two generations while the store is written. Changes lost within one generation may go unnoticed. */
const GENERATION_MS = 1_000
/**
 * Milliseconds after the last write at which the contents of the log are written into the file, and the most after the
 * first.
 */
const IDLE_MS = 2_000
const MAX_DIRTY_MS = 60_000
/** Pages that are written into the file at a time during long work, which takes some milliseconds. */
const CHECKPOINT_PAGES = 400
const MAX_SLICES = 16

/**
 * Counts the generations of a store, in it and in the mark beside it, and empties its log when nothing is written, so that
 * little is lost with the log, and a loss is noticed.
 */
export interface Upkeep {
  /** Whether a service that used the store ended without closing it, and the store was not checked since. */
  wasCutShort: boolean
  /** Records that the store was checked and is intact. */
  noteWhole(): void
  /** The last loss of changes that was noticed; null if there was none. */
  loss: Loss | null
  /** Call inside a transaction, before its end. */
  beforeCommit(): void
  afterCommit(): void
  /** Writes the contents of the log into the file. */
  checkpoint(): void
  /** Call after a slice of long work: writes the contents of the log into the file once the log holds many pages. */
  afterSlice(): void
  /** Call before the store is closed, and the returned function after that. */
  close(): () => void
}

interface StoreState {
  id: string
  generation: number
  lost_at: number | null
  loss: string | null
  backup: string | null
}

/** Returns the loss that a mark and a store which do not match show; null if there is none. */
function lossIn(mark: StoreMark | null, state: StoreState, isNew: boolean): string | null {
  if (!mark) return null
  if (isNew)
    return `The store of this folder was gone or empty, so that a new one was created: accounts, keys and data of the one before are missing. If you have a backup, stop Winnow and use ${command`restore FILE`}.`
  if (mark.id !== state.id)
    return `The store is another one than Winnow last had in this folder: its file was replaced. ${command`restore FILE`} replaces it without this warning.`
  if (state.generation < mark.generation)
    return `The newest changes of the store are missing (it is at generation ${state.generation}, and was at ${mark.generation}): its log winnow.db-wal was lost or the machine lost power, or an older copy took its place. If you have a newer backup, stop Winnow and use ${command`restore FILE`}.`
  return null
}

/** The state of a closed store. */
interface ClosedState {
  /** A loss that was noticed in the last days, or that the next start will notice. */
  loss: string | null
  /** The last file that `winnow backup` created. */
  backup: string | null
  /** Why this Winnow cannot use the store; null if it can. */
  refusal: string | null
  /** The saved settings, by name. */
  settings: Record<string, unknown>
}

/** Reads the state of a store that no service has open. Throws the error of SQLite if it cannot be read. */
export function readClosedState(dataDir: string): ClosedState {
  const mark = readMark(dataDir)
  const file = databaseFile(dataDir)
  if (!existsSync(file))
    return { loss: lossIn(mark, NO_STATE, true), backup: null, refusal: null, settings: {} }
  checkIsFile(file)
  const db = new Database(file, { timeout: 0 })
  try {
    const isNew = isEmpty(db)
    const refusal = refusalOf(db)
    if (refusal) return { loss: null, backup: null, refusal, settings: {} }
    const state = hasTable(db, 'store_state') ? db.prepare<[], StoreState>(STATE).get()! : NO_STATE
    const recent = state.lost_at !== null && Date.now() - state.lost_at < LOSS_REPORTED_MS
    const loss = lossIn(mark, state, isNew) ?? (recent ? state.loss : null)
    return { loss, backup: state.backup, refusal, settings: savedSettings(db) }
  } finally {
    db.close()
  }
}

const hasTable = (db: Database.Database, name: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

function savedSettings(db: Database.Database): Record<string, unknown> {
  if (!hasTable(db, 'settings')) return {}
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings').all()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}

const STATE = 'SELECT id, generation, lost_at, loss, backup FROM store_state'
const NO_STATE: StoreState = { id: '', generation: 0, lost_at: null, loss: null, backup: null }

/** What was found before the store was migrated: whether it is new, and whether it had a log to recover. */
interface StartCondition {
  isNew: boolean
  isUnclean: boolean
}

/** Starts the upkeep of a migrated store. */
export function startUpkeep(
  db: Database.Database,
  dataDir: string,
  { isNew, isUnclean }: StartCondition,
): Upkeep {
  const now = () => performance.now()
  const set = db.prepare('UPDATE store_state SET generation = ?')
  const setLoss = db.prepare('UPDATE store_state SET lost_at = ?, loss = ?')
  const state = db.prepare<[], StoreState>(STATE).get()!
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
  /**
   * Slices since the last checkpoint, and how many there may be before the next, by the pages that the earlier ones wrote.
   */
  const slices = { done: 0, most: MAX_SLICES }

  const writeMark = (isClosed: boolean) => file.write({ id: state.id, generation, isClosed })

  const countGeneration = () => {
    set.run(generation + 1)
    generation++
    countedAt = now()
    isUncounted = false
  }

  db.transaction(() => {
    if (loss) setLoss.run(loss.at, loss.said)
    set.run(generation)
  })()
  writeMark(false)

  /** Returns the number of pages in the log. */
  function checkpoint(): number {
    if (isUncounted) {
      countGeneration()
      writeMark(false)
    }
    dirtySince = null
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
    // Later changes are only in the log: the first of them counts a generation.
    countedAt = Number.NEGATIVE_INFINITY
    return log
  }

  /** On a full or failing disk the writes themselves fail with an error, and the next checkpoint tries again. */
  function tryCheckpoint(): number {
    try {
      return checkpoint()
    } catch {
      return 0
    }
  }

  function whenIdle() {
    timer = null
    const waits = dirtySince !== null && now() - writtenAt < IDLE_MS && now() - dirtySince < MAX_DIRTY_MS
    if (waits) return scheduleCheckpoint()
    tryCheckpoint()
  }

  function scheduleCheckpoint() {
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
        writeMark(false)
      }
      scheduleCheckpoint()
    },
    checkpoint: () => void checkpoint(),
    afterSlice() {
      if (++slices.done < slices.most) return
      const pages = Math.max(tryCheckpoint() / slices.done, 1)
      slices.most = Math.min(Math.max(Math.floor(CHECKPOINT_PAGES / pages), 1), MAX_SLICES)
      slices.done = 0
    },
    close() {
      if (timer) clearTimeout(timer)
      if (isUncounted) countGeneration()
      return () => {
        writeMark(!isUnchecked)
        file.close()
      }
    },
  }
}
