import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../../server/store/file/database-file.ts'
import { latestVersion } from '../../../server/store/file/migration-steps.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  CHANGES_WITHOUT_COUNTER,
  FIRST_ACCOUNTS,
  JOBS_WITH_LISTS,
  WORKFLOWS_WITHOUT_NAME,
} from '../support/older-steps.ts'
import { olderStore, stepNames } from '../support/older-store.ts'

const ACCOUNT = `
  INSERT INTO accounts (id, name, concurrency, job_concurrency, max_pending, created_at)
  VALUES ('acc_1', 'shop', 3, 4, 20000, 1);
`
const WORKFLOW = `
  INSERT INTO workflows (id, account_id, version, created_at, updated_at) VALUES ('wfl_1', 'acc_1', 2, 1, 2);
  INSERT INTO workflow_versions VALUES ('wfl_1', 1, '{"name":"first"}', 1), ('wfl_1', 2, '{"name":"prices"}', 2);
`
const CHANGES = `
  INSERT INTO databases (id, account_id, version, document, created_at, updated_at)
    VALUES ('db_1', 'acc_1', 1, '{}', 1, 1), ('db_2', 'acc_1', 1, '{}', 1, 1);
  INSERT INTO database_changes (database_id, row_id, kind, fields, data, source, at)
    VALUES ('db_1', 'row_1', 'added', '[]', '{}', '{}', 5), ('db_2', 'row_2', 'added', '[]', '{}', '{}', 6);
`

/** The migration steps up to the one with this number. */
const upTo = (last: number) => stepNames.filter(name => Number.parseInt(name, 10) <= last)

/** Queries the store of a folder that nobody has open. */
function query<T>(folder: string, question: (db: Database.Database) => T): T {
  const db = new Database(databaseFile(folder))
  try {
    return question(db)
  } finally {
    db.close()
  }
}

/** Opens the store and closes it again. Returns its warnings. */
function upgrade(folder: string) {
  const store = openStore(folder)
  const { warnings } = store.health
  const messages = warnings()
  store.close()
  return messages
}

describe('a store of the first version', () => {
  const firstDay = () =>
    olderStore(
      [FIRST_ACCOUNTS, '0002-parsers.sql'],
      [],
      `${ACCOUNT}
      INSERT INTO ledger (account_id, id, kind, delta, subject, created_at) VALUES
        ('acc_1', 'ent_1', 'grant', 1000, 'birth', 1), ('acc_1', 'ent_2', 'capture', -1, 'req_1', 2),
        ('acc_1', 'ent_3', 'adjust', -5, 'mistake', 3), ('acc_1', 'ent_4', 'adjust', -5, 'mistake', 4);
      INSERT INTO calls VALUES ('acc_1', 'req_1', 'parse', 'key_1', 'api', 200, NULL, 1, NULL, 12, 'prs_1', 2);
      INSERT INTO parsers VALUES ('prs_1', 'acc_1', 1, 'shop', 1, 1, NULL);`,
    )

  test('is upgraded with its credits, calls and parsers', async () => {
    const folder = firstDay()
    const store = openStore(folder)
    assert.equal(await store.ledger.balance('acc_1'), 989)
    const { data } = await store.ledger.list('acc_1', { limit: 10 })
    assert.deepEqual(
      data.map(({ kind, delta, subject }) => [kind, delta, subject]),
      [
        ['adjust', -5, 'mistake (2)'],
        ['adjust', -5, 'mistake'],
        ['capture', -1, 'req_1'],
        ['grant', 1000, 'birth'],
      ],
    )
    assert.equal((await store.calls.list('acc_1', { limit: 10 })).data[0]!.parser_id, 'prs_1')
    assert.deepEqual(store.health.warnings(), [])
    store.close()
    const counts = query(folder, db => db.prepare('SELECT runs, ok FROM parser_runs').get())
    assert.deepEqual(counts, { runs: 1, ok: 1 })
  })
})

describe('a store whose workflows have no name column', () => {
  for (const version of [14, 17, 28])
    test(`is upgraded from version ${version}: names are copied from the documents`, () => {
      const folder = olderStore(upTo(version), [WORKFLOWS_WITHOUT_NAME], ACCOUNT + WORKFLOW)
      assert.deepEqual(upgrade(folder), [])
      query(folder, db => {
        assert.equal(db.prepare('SELECT name FROM workflows').pluck().get(), 'prices')
        assert.equal(db.pragma('user_version', { simple: true }), latestVersion())
      })
    })
})

describe('a store that would use the number of a purged change again', () => {
  for (const version of [9, 17, 28])
    test(`is upgraded from version ${version}: each number is given only once`, () => {
      const folder = olderStore(
        upTo(version),
        version < 14 ? [CHANGES_WITHOUT_COUNTER] : [CHANGES_WITHOUT_COUNTER, WORKFLOWS_WITHOUT_NAME],
        ACCOUNT + CHANGES,
      )
      assert.deepEqual(upgrade(folder), [])
      query(folder, db => {
        const seqs = () => db.prepare('SELECT seq FROM database_changes ORDER BY seq').pluck().all()
        assert.deepEqual(seqs(), [1, 2])
        db.exec(`DELETE FROM databases WHERE id = 'db_2';`)
        db.pragma('foreign_keys = ON')
        db.exec(`DELETE FROM database_changes WHERE seq = 2;
          INSERT INTO database_changes (database_id, row_id, kind, fields, data, source, at)
          VALUES ('db_1', 'row_1', 'removed', '[]', '{}', '{}', 7)`)
        assert.deepEqual(seqs(), [1, 3])
      })
    })
})

describe('a store whose migration steps had other numbers', () => {
  const renumbered = [...upTo(11), '0014-workflows.sql', '0015-workflow-runs.sql']

  test('gets the steps that it lacks, and none twice', () => {
    const folder = olderStore(renumbered, [WORKFLOWS_WITHOUT_NAME], ACCOUNT + WORKFLOW)
    assert.deepEqual(upgrade(folder), [])
    query(folder, db => assert.equal(db.prepare('SELECT name FROM workflows').pluck().get(), 'prices'))
  })
})

describe('a store with an equivalent schema in other words', () => {
  test('is upgraded without a warning', () => {
    assert.deepEqual(upgrade(olderStore(upTo(20), [JOBS_WITH_LISTS], ACCOUNT)), [])
  })
})

describe('a store whose schema differs in an unknown way', () => {
  test('is upgraded, and warns of the difference at each start', () => {
    const folder = olderStore(
      upTo(28),
      [
        {
          step: '0001-accounts.sql',
          now: 'CREATE UNIQUE INDEX ledger_once',
          once: 'CREATE INDEX ledger_once',
        },
      ],
      ACCOUNT,
    )
    const [messages, ...others] = upgrade(folder)
    assert.match(messages!, /^The store differs from one that this Winnow creates: .*ledger_once/)
    assert.deepEqual(others, [])
    assert.deepEqual(upgrade(folder), [messages], 'at the next start too')
  })

  test('is recognized by the checksums of its steps when it has the newest version', () => {
    const folder = tempFolder()
    openStore(folder).close()
    query(folder, db => {
      db.exec(
        "UPDATE applied_steps SET checksum = 'other' WHERE number = 14; DROP INDEX workflows_of_account",
      )
    })
    assert.match(upgrade(folder)[0]!, /workflows_of_account/)
  })
})
