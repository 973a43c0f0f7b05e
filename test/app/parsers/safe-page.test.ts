import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guardedPage } from '../../../renderer/ui/safe-page.ts'

describe('a page shown in a frame', () => {
  test('starts with the document type and content security policy of the app', () => {
    const own = ['<!--><img src=//x>--><!doctype html>', '<!-- saved -->\n<!DOCTYPE html><html>', '<p>x', '']
    for (const html of own)
      assert.match(
        guardedPage(html),
        /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
      )
  })

  test('has no `link` elements, which could open a connection', () => {
    const html = guardedPage(
      `c<link rel=preconnect href=//x>d<linked><LINK\ntitle="${'y'.repeat(2000)}" rel=preconnect>`,
    )
    assert.doesNotMatch(html, /<link[\s/>]/i)
    assert.match(html, /c<meta rel=preconnect href=\/\/x>d<linked>/)
  })

  test('is processed in linear time even with many unclosed tags', () => {
    for (const piece of ['<link ', '<!--', '<!doctype ']) guardedPage(piece.repeat(2_000_000))
  })
})
