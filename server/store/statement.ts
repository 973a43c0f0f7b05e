import type Database from 'better-sqlite3'

/** The methods of a statement; rows are objects. */
export type Statement<Row = unknown, Params extends unknown[] = unknown[]> = Pick<
  Database.Statement<Params, Row>,
  'run' | 'get' | 'all' | 'iterate'
>

/**
 * A statement that is compiled when it is first used: a start needs few of the hundreds of statements, each of which takes
 * memory.
 */
export class LazyStatement implements Statement {
  readonly #db: Database.Database
  readonly #sql: string
  #compiled: Statement | undefined

  constructor(db: Database.Database, sql: string) {
    this.#db = db
    this.#sql = sql
  }

  run(...values: unknown[]) {
    return this.#statement().run(...values)
  }

  get(...values: unknown[]) {
    return this.#statement().get(...values)
  }

  all(...values: unknown[]) {
    return this.#statement().all(...values)
  }

  iterate(...values: unknown[]) {
    return this.#statement().iterate(...values)
  }

  #statement() {
    this.#compiled ??= this.#db.prepare(this.#sql)
    return this.#compiled
  }
}
