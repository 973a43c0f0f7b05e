import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertLoggedIn } from '../../../server/pages/sessions/logged-out.ts'
import { makeSession } from './make-session.ts'

const URL = 'https://shop.example/orders'
const SESSION = makeSession(['shop.example'], [], { login_text: 'Se connecter à S&P' })
/** Pages are searched in chunks of this many bytes. */
const PIECE = 65_536

const check = (body: string | Buffer, charset = 'utf-8') =>
  assertLoggedIn(
    {
      status: 200,
      url: URL,
      headers: {},
      bytes: Buffer.from(body),
      contentType: `text/html; charset=${charset}`,
    },
    URL,
    SESSION,
  )

/** The text preceded by this many bytes. */
const textBehind = (length: number, text: string) => `${'x'.repeat(length)}${text}<p>more</p>`

describe('the text of a login page', () => {
  test('is found anywhere in a large page', async () => {
    const text = 'Se connecter&nbsp;&#x00e0;\n S&amp;P'
    for (let at = PIECE - text.length; at <= PIECE; at++)
      await assert.rejects(check(textBehind(at, text)), { code: 'session_expired' }, `at ${at}`)
  })

  test('is found when a multi-byte character is split between two chunks', async () => {
    for (let at = PIECE - 20; at <= PIECE; at++)
      for (const [charset, encoding] of [
        ['utf-8', 'utf8'],
        ['utf-16le', 'utf16le'],
      ] as const)
        await assert.rejects(check(Buffer.from(textBehind(at, 'Se connecter à S&P'), encoding), charset), {
          code: 'session_expired',
        })
  })

  test('is found with much whitespace between its words, and at the very end', async () => {
    const blanks = '\n\t '.repeat(PIECE)
    await assert.rejects(check(`Se${blanks}connecter${blanks}à S&P`), { code: 'session_expired' })
    await assert.rejects(check('<p>Se connecter à S&#38;P'), { code: 'session_expired' })
  })

  test('is not found in a page with only some of its words', () =>
    check(textBehind(PIECE, 'Se connecter à&nbsp;S&amp;amp;P. Se connecter à.')))

  test('is searched for in a large page without blocking other work', async () => {
    let turns = 0
    const count = setInterval(() => turns++)
    await check('caf&eacute;&nbsp;noir '.repeat(500_000))
    clearInterval(count)
    assert.notEqual(turns, 0)
  })
})
