import assert from 'node:assert/strict'
import { makeDatabase, type TestDatabase } from '../../databases/support/database.ts'
import { until } from '../../http/support/until.ts'
import { startJobSite } from './job-site.ts'

/** A database with a column of titles. */
export const KEYED = {
  columns: [{ name: 'title', type: 'string', nullable: false }],
  primary_key: ['title'],
  write_mode: 'upsert',
  on_missing: 'delete',
}

export const LIST = (name: string, next: string) =>
  [1, 2].map(n => `<li><a href="/${name}${n}">${name}${n}</a></li>`).join('') + next

/** Starts a service with a site to fetch from, for tests of jobs and batches that write into databases. */
export function startDatabaseSite() {
  const jobs = startJobSite({}, ({ site }) => {
    for (const name of ['a', 'b', 'c']) site.on(`/${name}`, { body: `<h1>${name}</h1>` })
  })

  const keyed = (fields: Record<string, unknown> = {}) => makeDatabase(jobs.service, { ...KEYED, ...fields })

  async function scraped(path: string, { id }: { id: string }) {
    const created = await jobs.scrape(path, { database_id: id })
    assert.equal(created.status, 202, created.text)
    return jobs.ended(created.json.id)
  }

  const titles = async (database: TestDatabase) => (await database.column('title')).sort()

  /** Waits until exactly these rows are left. */
  const becomes = (database: TestDatabase, expected: string[]) =>
    until(async () => (await titles(database)).join() === expected.join())

  /** Serves a list of two pages with two rows each. `run` reads it with a batch of that many items, or with a single job for 1. */
  async function listWithPages(fields: Record<string, unknown>, onError?: string) {
    const next = onError ? '' : '<a class=next href="/pages-2">on</a>'
    jobs.site.on('/pages', { body: LIST('a', next) })
    jobs.site.on('/pages-2', { body: LIST('b', '') })
    for (const path of ['/a1', '/a2']) jobs.site.on(path, { body: '<b>1 kg</b>' })
    const follow = onError && { follow: { link: 'a@href', fields: { weight: 'b' }, on_error: onError } }
    const items = { css: 'li', all: true, fields: { title: 'a' }, ...follow }
    const parser = await jobs.service.parser({ fields: { items }, paginate: { next: '.next@href' } })
    const database = await keyed({ rows_path: 'items', ...fields })
    const input = { url: `${jobs.site.url}/pages` }
    const run = async (number: number) => {
      const items = Array.from({ length: number }, (_, n) => ({ input: { url: `${input.url}?${n}` } }))
      const json = { database_id: database.id }
      const created =
        number === 1
          ? await jobs.service.call('/v1/jobs', { json: { ...json, parser_id: parser, input } })
          : await jobs.service.call('/v1/batches', {
              json: { ...json, target: { parser_id: parser }, items },
            })
      return number === 1 ? jobs.ended(created.json.id) : jobs.batchEnded(created.json.id)
    }
    const becomeMissing = () => {
      for (const path of ['/pages-2', '/a2']) jobs.site.on(path, { status: 404 })
    }
    return { run, database, parser, becomeMissing }
  }

  /** Complete runs are finished in order: once this one is finished, the earlier ones are too. */
  async function mustEndLater() {
    const other = await keyed({ write_mode: 'replace' })
    await other.write({ title: 'old' })
    await scraped('/a', other)
    await becomes(other, ['a'])
  }

  return { jobs, keyed, scraped, titles, becomes, listWithPages, mustEndLater }
}
