import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../server/parsers/parser-schema.ts'
import { read } from './support/read-page.ts'

const PAGE = `<div id=card class="a &amp; b"><h2>Kettle <sup>new</sup></h2>own<ul><li>one<li>two</ul><p>1 &lt; 2<br>x</p>
    <img src="data:image/gif;base64,R0" data-srcset="/s.jpg 320w, /l.jpg 1280w"></div>
  <div class=bg style="color: red; background-image: url('/bg.png')"></div><img class=plain src=/p.png>
  <p class=mail>info<wbr>@<!-- at --><wbr>example.com<br>or call</p>
  <select><option value=1>a<option value=2 selected>b</select><textarea>some text</textarea>
  <input type=checkbox name=c value=yes checked><input type=checkbox name=d value=no><input name=q value="tea ">`

describe('read', () => {
  const cases: [Fields[string], unknown][] = [
    [{ css: '#card', read: 'own_text' }, 'own'],
    [{ css: '.mail', read: 'own_text' }, 'info@example.com or call'],
    [{ css: '.mail', read: 'text' }, 'info@example.com or call'],
    [{ css: '#card h2', read: 'html' }, 'Kettle <sup>new</sup>'],
    [{ css: '#card p', read: 'outer_html' }, '<p>1 &lt; 2<br>x</p>'],
    [{ css: 'img.plain', read: 'outer_html' }, '<img class="plain" src="/p.png">'],
    [{ css: '#card', read: '@class' }, 'a & b'],
    [{ css: '#card', read: 'image' }, '/l.jpg'],
    [{ css: '.bg', read: 'image' }, '/bg.png'],
    [{ css: '.plain', read: 'image' }, '/p.png'],
    [{ css: 'h2', read: 'image' }, null],
    [{ css: 'select', read: 'value' }, '2'],
    [{ css: 'textarea', read: 'value' }, 'some text'],
    [{ css: 'input[name=c]', read: 'value' }, 'yes'],
    [{ css: 'input[name=d]', read: 'value' }, null],
    [{ css: 'input[name=q]', read: 'value' }, 'tea'],
    [{ css: 'h2', remove: 'sup' }, 'Kettle'],
    [{ css: 'h2', remove: 'sup', read: 'html' }, 'Kettle'],
    [{ css: 'li', all: true, read: 'text' }, ['one', 'two']],
  ]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () =>
      assert.equal(JSON.stringify(read({ x: rule }, PAGE).x), JSON.stringify(expected)),
    )
  }

  const images: [string, string | null][] = [
    ['<p data-bg="/bg.jpg">', '/bg.jpg'],
    ['<p data-background-image="url(bg.jpg)">', 'bg.jpg'],
    ['<p data-bg="#fff" style="background: url(/bg.jpg)">', '/bg.jpg'],
    ['<p data-background="rgba(0, 0, 0, .5)">', null],
    ['<img srcset="data:image/jpeg;base64,/9j/AA 2x" src=/a.jpg>', '/a.jpg'],
    ['<img data-src="{{image}}" src=/a.jpg>', '/a.jpg'],
    ['<img srcset="${src} 2x, /b.jpg 1x" src=/a.jpg>', '/b.jpg'],
    ['<img data-src="/a_{width}x.jpg" src=/a_300x.jpg>', '/a_300x.jpg'],
    ['<img src="%%image%%">', null],
    ['<img src="/media/{3F2504E0-4F89}.jpg">', '/media/{3F2504E0-4F89}.jpg'],
  ]
  for (const [html, expected] of images)
    test(`the image of ${html}`, () =>
      assert.equal(read({ x: { css: 'p, img', read: 'image' } }, html).x, expected))

  const markdown: [string, string][] = [
    ['<h1>T</h1><p>a <b>b</b> <i>c</i> <code>d</code></p>', '# T\n\na **b** *c* `d`'],
    ['<p>x<br>y</p><hr><a href=/l>link</a>', 'x\\\ny\n\n---\n\n[link](/l)'],
    ['<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    ['<ol><li>a<li>b</ol>', '1. a\n2. b'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<pre>a\n  b\n</pre>', '```\na\n  b\n```'],
    ['<img src=/i alt=A><script>no()</script>', '![A](/i)'],
    ['<table><tr><th>a<th>b<tr><td>1<td>x|y</table>', '| a | b |\n| --- | --- |\n| 1 | x\\|y |'],
  ]
  for (const [html, expected] of markdown) {
    test(`markdown of ${html}`, () =>
      assert.equal(read({ x: { css: 'body', read: 'markdown' } }, html).x, expected))
  }

  test('markdown of 5,000 nested elements is created', () => {
    const text = read({ x: { css: 'body', read: 'markdown' } }, `${'<div>'.repeat(5000)}end`).x
    assert.match(String(text), /end/)
  })
})
