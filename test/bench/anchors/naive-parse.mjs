// The anchor of section 9: Express 5, multer in memory, cheerio in place, selectors as people write them. No key, no credits.
import { load } from 'cheerio'
import express from 'express'
import multer from 'multer'
import { listingPlan } from '../pages/listing-plan.ts'
import { readCheerio } from './page-engines.mjs'

const app = express()
const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 17e6 } })
app.post('/parse', upload.single('html'), (req, res) =>
  res.json(readCheerio(load(req.file.buffer.toString('utf8')), listingPlan)),
)
app.get('/health', (_req, res) => res.json({ ok: 1 }))
const server = app.listen(0, '127.0.0.1', () =>
  process.send({ address: `http://127.0.0.1:${server.address().port}`, key: '', path: '/parse' }),
)
