import { bufferOf } from '../../base/own-buffer.ts'
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

/** A fixture without its expected result. */
export type FixtureAbout = Omit<Fixture, 'expected'>

/** A fixture whose expected result is the bytes of its JSON: reading a large one would block other work. */
export interface UnreadFixture extends FixtureAbout {
  expected: Buffer | null
}

/** The properties of a new fixture. */
export interface NewFixture extends Pick<Fixture, 'id' | 'name'> {
  /** May be JSON already. */
  expected: Fixture['expected'] | Uint8Array
  page: StandalonePage
}

type AboutRow = Omit<FixtureAbout, 'created_at'> & { created_at: number }
type ListedRow = AboutRow & Pick<UnreadFixture, 'expected'>

const toAbout = ({ created_at, ...row }: AboutRow): FixtureAbout => ({ ...row, created_at: iso(created_at) })

const jsonOf = (expected: NewFixture['expected']) => {
  if (expected === null) return null
  return expected instanceof Uint8Array ? bufferOf(expected) : Buffer.from(JSON.stringify(expected))
}

const toUnread = ({ expected, ...row }: ListedRow): UnreadFixture => ({ ...toAbout(row), expected })

const placeOf = ({ created_at, id }: ListedRow) => ({ at: created_at, id })

const ABOUT = 'id, name, url, size, created_at'

/** Stores pages kept with parsers. The caller has checked that the account owns the parser. */
export function createFixtureStore(engine: Engine) {
  const listed = engine.prepare<ListedRow>(`
    SELECT ${ABOUT}, CAST(expected AS BLOB) AS expected FROM parser_fixtures
    WHERE parser_id = @parserId AND (created_at, id) > (@at, @id) ORDER BY created_at, id LIMIT @limit
  `)
  const counted = engine.prepare<{ fixtures: number }>(
    'SELECT count(*) AS fixtures FROM parser_fixtures WHERE parser_id = ?',
  )
  const byId = engine.prepare<AboutRow>(`SELECT ${ABOUT} FROM parser_fixtures WHERE id = ? AND parser_id = ?`)
  const pageById = engine.prepare<StandalonePage>(
    'SELECT url, content_type AS contentType, body FROM parser_fixtures WHERE id = ? AND parser_id = ?',
  )
  const insert = engine.prepare(`
    INSERT INTO parser_fixtures (id, parser_id, name, url, content_type, body, size, expected, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?)
  `)
  const update = engine.prepare(
    'UPDATE parser_fixtures SET name = ?, expected = CAST(? AS TEXT) WHERE id = ? AND parser_id = ?',
  )
  const remove = engine.prepare('DELETE FROM parser_fixtures WHERE id = ? AND parser_id = ?')

  return {
    /** Oldest first. */
    async list(parserId: string, { limit, cursor }: PageQuery): Promise<Page<UnreadFixture>> {
      const after = cursor === undefined ? { at: 0, id: '' } : positionOfCursor(cursor, 'fix')
      return pageOf(listed.iterate({ parserId, ...after, limit: limit + 1 }), limit, placeOf, toUnread)
    },
    /** Returns how many pages a parser has; also for use inside a transaction. */
    count: (parserId: string): number => counted.get(parserId)!.fixtures,
    find: async (parserId: string, id: string): Promise<FixtureAbout | null> => {
      const row = byId.get(id, parserId)
      return row ? toAbout(row) : null
    },
    page: async (parserId: string, id: string): Promise<StandalonePage | null> =>
      pageById.get(id, parserId) ?? null,
    /** Returns a new fixture and `write`, which belongs in the transaction of the call that creates it. */
    create(parserId: string, { id, name, expected, page }: NewFixture, now: number) {
      const { url, contentType, body } = page
      const json = jsonOf(expected)
      const write = () => void insert.run(id, parserId, name, url, contentType, body, body.length, json, now)
      const fixture: UnreadFixture = {
        id,
        name,
        url,
        size: body.length,
        expected: json,
        created_at: iso(now),
      }
      return { fixture, write }
    },
    replace(
      parserId: string,
      id: string,
      { name, expected }: Pick<Fixture, 'name' | 'expected'>,
    ): Promise<UnreadFixture | null> {
      const json = jsonOf(expected)
      return engine.write(() =>
        update.run(name, json, id, parserId).changes
          ? { ...toAbout(byId.get(id, parserId)!), expected: json }
          : null,
      )
    },
    remove: (parserId: string, id: string): Promise<boolean> =>
      engine.write(() => remove.run(id, parserId).changes === 1),
  }
}
