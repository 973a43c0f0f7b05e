// The anchor `express json+auth+debit+hdr+zod+log`: what people write. Express 5 with its JSON parser, a key looked up by
// hash in SQLite, one transaction a call, zod, a log line written at once.
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import express from 'express'
import pino from 'pino'
import { z } from 'zod'
import { answer } from './answer.mjs'

const db = new Database(process.argv[2])
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
db.exec(`
  CREATE TABLE account (id INTEGER PRIMARY KEY, credits INTEGER NOT NULL);
  CREATE TABLE api_key (hash BLOB PRIMARY KEY, account INTEGER, active INTEGER) WITHOUT ROWID;
  CREATE TABLE ledger (id INTEGER PRIMARY KEY, account INTEGER, delta INTEGER, op TEXT, at INTEGER);
`)
const hashOf = key => createHash('sha256').update(key).digest()
db.prepare('INSERT INTO account VALUES (1, 1000000000)').run()
db.prepare('INSERT INTO api_key VALUES (?, 1, 1)').run(hashOf('bench'))
for (let i = 0; i < 500; i++) {
  db.prepare('INSERT INTO account VALUES (?, 5)').run(i + 2)
  db.prepare('INSERT INTO api_key VALUES (?, ?, 1)').run(hashOf(`key ${i}`), i + 2)
}
const findKey = db.prepare(
  'SELECT k.account AS id FROM api_key k JOIN account a ON a.id = k.account WHERE k.hash = ? AND k.active = 1',
)
const take = db.prepare(
  'UPDATE account SET credits = credits - 1 WHERE id = ? AND credits >= 1 RETURNING credits',
)
const note = db.prepare('INSERT INTO ledger (account, delta, op, at) VALUES (?, -1, ?, ?)')
const debit = db.transaction((id, operation) => {
  const row = take.get(id)
  if (row) note.run(id, operation, Date.now())
  return row
})
const schema = z.object({
  username: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w.]+$/),
  first: z.coerce.number().int().min(1).max(50).default(12),
})
const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: true, minLength: 0 }))

const app = express()
app.use(express.json())
app.use((req, res, next) => {
  const startedAt = performance.now()
  res.on('finish', () =>
    log.info(
      {
        req: { method: req.method, url: req.url },
        res: { status: res.statusCode },
        ms: performance.now() - startedAt,
      },
      'request completed',
    ),
  )
  next()
})
app.get('/v1/null', (req, res) => {
  const key = req.get('x-api-key')
  const account = key && findKey.get(hashOf(key))
  if (!account) return res.status(401).json({ error: 'invalid key' })
  const input = schema.safeParse(req.query)
  if (!input.success) return res.status(400).json({ error: input.error.message })
  const row = debit(account.id, 'null')
  if (!row) return res.status(402).json({})
  res.set('X-Credits-Used', '1').set('X-Credits-Remaining', String(row.credits)).json(answer)
})
const server = app.listen(0, '127.0.0.1', () =>
  process.send({ address: `http://127.0.0.1:${server.address().port}`, key: 'bench', path: '/v1/null' }),
)
