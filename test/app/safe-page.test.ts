import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { safePage } from '../../renderer/ui/safe-page.ts'

const show = (html: string, most = 1000) => safePage(html, most)

describe('a page to look at', () => {
  test('begins with a document type and a policy of ours, before anything of its own', () => {
    const own = ['<!--><img src=//x>--><!doctype html>', '<!-- saved -->\n<!DOCTYPE html><html>', '<p>x', '']
    for (const html of own)
      assert.match(
        show(html).html,
        /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
      )
  })

  test('has no scripts, and links that open no connection', () => {
    const { html } = show(
      `a<script>1</script>b<SCRIPT src=x>\n</SCRIPT >c<link rel=preconnect href=//x>d<scripted>e<linked><LINK\ntitle="${'y'.repeat(2000)}" rel=preconnect>`,
    )
    assert.doesNotMatch(html, /<link[\s/>]/i)
    assert.match(html, /abc<meta rel=preconnect href=\/\/x>d<scripted>e<linked>/)
  })

  test('ends where a script is left open', () => {
    assert.ok(show('a<script>b').html.endsWith('>a'))
  })

  test('is cut, and says so', () => {
    assert.equal(show('x'.repeat(20), 10).cut, true)
    assert.equal(show('x'.repeat(10), 10).cut, false)
    assert.equal(show(`<script>${'x'.repeat(20)}</script>ab`, 10).cut, false)
  })

  test('of many open tags is read in one pass', () => {
    for (const piece of ['<script ', '<link ', '<!--', '<!doctype '])
      assert.ok(show(piece.repeat(2_000_000), 600_000).html.length < 700_000)
  })
})
