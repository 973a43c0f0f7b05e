import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import type { StandalonePage } from '../jobs/files.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'

/** A page kept with a parser, without its body. */
export interface Fixture {
  id: string
  name: string
  url: string | null
  /** The bytes that the page takes up in the store. */
  size: number
  /** What the parser should read from the page; null if nobody has specified it. */
  expected: Record<string, unknown> | null
  created_at: string
}

/** A fixture whose expected result is still JSON, because parsing a large one would block other work. */
export interface UnreadFixture extends Omit<Fixture, 'expected'> {
  expected: string | null
}

/** The properties of a new fixture. */
export interface NewFixture extends Pick<Fixture, 'id' | 'name' | 'expected'> {
  page: StandalonePage
}

type Row = Omit<UnreadFixture, 'created_at'> & { created_at: number }

const toUnread = ({ created_at, ...row }: Row): UnreadFixture => ({ ...row, created_at: iso(created_at) })

const toFixture = ({ expected, created_at, ...row }: Row): Fixture => ({
  ...row,
  expected: expected === null ? null : JSON.parse(expected),
  created_at: iso(created_at),
})

const textOf = (expected: Fixture['expected']) => (expected === null ? null : JSON.stringify(expected))

const SELECT = 'SELECT id, name, url, size, expected, created_at FROM parser_fixtures'

/** Stores pages kept with parsers. The caller has checked that the account owns the parser. */
export function createFixtureStore(engine: Engine) {
  const listed = engine.prepare<Row>(`
    ${SELECT} WHERE parser_id = @parserId AND (created_at, id) > (@at, @id) ORDER BY created_at, id LIMIT @limit
  `)
  const counted = engine.prepare<{ fixtures: number }>(
    'SELECT count(*) AS fixtures FROM parser_fixtures WHERE parser_id = ?',
  )
  const byId = engine.prepare<Row>(`${SELECT} WHERE id = ? AND parser_id = ?`)
  const aboutById = engine.prepare<Omit<Row, 'expected'>>(
    'SELECT id, name, url, size, created_at FROM parser_fixtures WHERE id = ? AND parser_id = ?',
  )
  const pageById = engine.prepare<StandalonePage>(
    'SELECT url, content_type AS contentType, body FROM parser_fixtures WHERE id = ? AND parser_id = ?',
  )
  const insert = engine.prepare(`
    INSERT INTO parser_fixtures (id, parser_id, name, url, content_type, body, size, expected, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const update = engine.prepare(
    'UPDATE parser_fixtures SET name = ?, expected = ? WHERE id = ? AND parser_id = ?',
  )
  const remove = engine.prepare('DELETE FROM parser_fixtures WHERE id = ? AND parser_id = ?')

  const find = (parserId: string, id: string) => {
    const row = byId.get(id, parserId)
    return row ? toFixture(row) : null
  }

  function list<T>(parserId: string, { limit, cursor }: PageQuery, show: (row: Row) => T): Page<T> {
    const after = cursor === undefined ? { at: 0, id: '' } : positionOfCursor(cursor)
    const rows = listed.iterate({ parserId, ...after, limit: limit + 1 })
    return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), show)
  }

  return {
    /** Oldest first. */
    list: async (parserId: string, query: PageQuery) => list(parserId, query, toFixture),
    listUnread: async (parserId: string, query: PageQuery) => list(parserId, query, toUnread),
    count: async (parserId: string): Promise<number> => counted.get(parserId)!.fixtures,
    find: async (parserId: string, id: string) => find(parserId, id),
    page: async (parserId: string, id: string): Promise<StandalonePage | null> =>
      pageById.get(id, parserId) ?? null,
    /** Returns a new fixture and `write`, which belongs in the transaction of the call that creates it. */
    create(parserId: string, { id, name, expected, page }: NewFixture, now: number) {
      const { url, contentType, body } = page
      const text = textOf(expected)
      const write = () => void insert.run(id, parserId, name, url, contentType, body, body.length, text, now)
      const fixture: UnreadFixture = {
        id,
        name,
        url,
        size: body.length,
        expected: text,
        created_at: iso(now),
      }
      return { fixture, write }
    },
    replace(
      parserId: string,
      id: string,
      { name, expected }: Pick<Fixture, 'name' | 'expected'>,
    ): Promise<UnreadFixture | null> {
      const text = textOf(expected)
      return engine.write(() => {
        if (!update.run(name, text, id, parserId).changes) return null
        const { created_at, ...about } = aboutById.get(id, parserId)!
        return { ...about, expected: text, created_at: iso(created_at) }
      })
    },
    remove: (parserId: string, id: string): Promise<boolean> =>
      engine.write(() => remove.run(id, parserId).changes === 1),
  }
}
