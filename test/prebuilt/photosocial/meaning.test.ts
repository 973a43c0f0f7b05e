import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOf } from '../../../server/prebuilt/photosocial/meaning.ts'
import { bodiesOf } from '../../../server/prebuilt/photosocial/states.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { ANSWERS, PAGES } from './refusals.ts'

const DATA: [what: string, body: unknown][] = [
  ['an account', pages.profileInfo([])],
  ['an account in an embed', pages.profileEmbed],
  ['a list', pages.feed([])],
  ['a page of the grid', pages.gridPage([])],
  ['a post', films.xigPost(films.flatFilm)],
]

describe('the meaning of an answer of the platform', () => {
  for (const [what, body, status, meaning] of ANSWERS) {
    test(`${what}, with status ${status}: ${meaning ?? 'data'}`, () => {
      const error = meaningOf(body, status)
      assert.equal(error?.code, meaning)
      if (error) assert.ok(error.facts.hint, 'every meaning has a hint')
    })
  }

  for (const [what, body] of DATA) test(`${what}: data`, () => assert.equal(meaningOf(body), null))
})

describe('the meaning of a page of the platform', () => {
  for (const [what, text, status, meaning] of PAGES) {
    test(`${what}, with status ${status}: ${meaning ?? 'data'}`, () => {
      const bodies = bodiesOf(text)
      assert.equal(bodies.length, 1)
      assert.equal(meaningOf(bodies[0], status)?.code, meaning)
    })
  }

  for (const text of [html.embedMarkup, `<head>${html.postHead}</head>`, `<head>${html.profileHead}</head>`])
    test(`${text.slice(0, 20)}… with a post or a profile: data`, () =>
      assert.equal(meaningOf(bodiesOf(text)[0]), null))
})
