import { z } from 'zod'
import { sentPagePath } from '../../base/app-paths.ts'
import { idField, time } from '../fields.ts'
import { openUpload } from '../open-upload.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { examplePage } from '../parsers/examples.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { pageBody, uploadFields } from './page-source.ts'
import { readerOf } from './page-to-read.ts'
import type { SentPage } from './sent-pages.ts'
import { answerWithText, shownText } from './shown-text.ts'

const sentPage = z.object({
  id: z.string(),
  url: z.string().nullable(),
  title: z.string(),
  expires_at: time,
})

const example = {
  id: 'pag_01KF0H6N2Q8V4XJ7M3T5W9Y1ZC',
  url: 'https://shop.example/kettle',
  title: 'Kettle',
  expires_at: '2026-01-15T10:30:00.000Z',
}

const recordOf = ({ id, url, title, expires_at }: SentPage) => ({ id, url, title, expires_at })

/** Operations for pages that people send from their browsers to the app. */
export function sentPageOperations(services: Services) {
  const { sentPages, address } = services

  const create = defineOperation({
    id: 'sent-page-create',
    group: 'extraction',
    summary: 'Hand a page over to the app, which opens it for a new parser.',
    description: 'Free. The page is kept in memory for an hour at most, and not stored.',
    method: 'POST',
    path: '/v1/sent-pages',
    access: 'run',
    input: z.strictObject({
      ...uploadFields,
      title: z.string().max(300).default('').describe('Title of the page.').meta({ title: 'Title' }),
    }),
    output: sentPage.extend({
      address: z.string().describe('Where the app opens it in the editor of a new parser.'),
    }),
    example: {
      input: {
        html: { bytes: new Uint8Array([60]), name: 'page.html', contentType: 'text/html' },
        title: example.title,
      },
      output: { ...example, address: `http://127.0.0.1:8787/app/${sentPagePath(example.id)}` },
    },
    files: pageBody.files,
    answer: 'created',
    async run({ html, url, charset, title }, context) {
      const facts = { url, charset, withAnswers: true }
      const page = await openUpload(services, html, facts, readerOf(context))
      const sent = sentPages.add({ ...page, url: page.url ?? null, account_id: accountOf(context), title })
      return { ...recordOf(sent), address: `${address()}/app/${sentPagePath(sent.id)}` }
    },
  })

  const get = defineOperation({
    id: 'sent-page-get',
    group: 'extraction',
    summary: 'Read a page that was handed over to the app.',
    method: 'GET',
    path: '/v1/sent-pages/{id}',
    access: 'read',
    input: z.strictObject({ id: idField('sent page') }),
    output: sentPage.extend(shownText),
    example: { input: { id: example.id }, output: { ...example, html: examplePage, har: null } },
    answer: 'value',
    async run({ id }, context) {
      const page = found(sentPages.find(accountOf(context), id))
      const { contentType } = page
      // A copy, because the page may be opened again.
      const bytes = new Uint8Array(page.bytes)
      const facts = recordOf(page)
      return answerWithText(services, { facts, shows: ['html', 'har'], bytes, contentType }, context)
    },
  })
  return [create, get] as const
}
