import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, whyNull } from '../support/read-page.ts'

const textOf = (html: string) => read({ x: '#x' }, `<div id="x">${html}</div>`).x

describe('the text of an element', () => {
  const cases: [string, string, string | null][] = [
    ['keeps list items apart', '<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['keeps list items without end tags apart', '<ul><li>a<li>b</ul>', 'a b'],
    ['keeps lines apart', 'a<br>b<br/>c', 'a b c'],
    ['keeps paragraphs apart', '<p>a</p><p>b</p>', 'a b'],
    ['keeps table cells apart', '<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', 'a b c'],
    ['keeps blocks apart from the text around them', 'a<div>b</div>c', 'a b c'],
    ['keeps terms and definitions apart', '<dl><dt>a</dt><dd>b</dd></dl>', 'a b'],
    ['keeps options apart', '<select><option>a</option><option>b</option></select>', 'a b'],
    ['keeps rows apart from a deep end', '<div><div><b>a</b></div></div><span>b</span>', 'a b'],
    ['keeps the numbers of a formula apart', `<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> l`, '1 2 l'],
    [
      'keeps the labels of a drawing apart',
      '<svg><text>10</text><text>20</text><desc>a</desc>b</svg>',
      '10 20 b',
    ],
    [
      'leaves out what describes a drawing',
      '<svg><title>5 stars</title><g><desc>a</desc></g></svg> 12 reviews',
      '12 reviews',
    ],
    [
      'is what describes a drawing if there is no other',
      '<a><svg><title>Next</title><desc>page</desc></svg></a>',
      'Next page',
    ],
    [
      'leaves out the source of a formula',
      '<math><semantics><mi>x</mi><annotation>x^2</annotation></semantics></math>',
      'x',
    ],
    [
      'keeps what is no description outside of a drawing',
      '<svg></svg><desc>a</desc><annotation>b</annotation>',
      'a b',
    ],
    ['keeps old elements of code apart', 'a<xmp>b</xmp>c<listing>d</listing>e', 'a b c d e'],
    ['does not split words at inline elements', 'un<b>believ</b>able<i>!</i>', 'unbelievable!'],
    ['does not split words at comments', 'un<!-- x -->do', 'undo'],
    ['collapses white space', ' a\n\t b &nbsp; c ', 'a b c'],
    ['reads entities', 'a &amp; b &lt;c&gt; &eacute;', 'a & b <c> é'],
    ['leaves scripts out', 'a<script>b</script>c', 'ac'],
    ['leaves styles out', 'a<style>b{}</style>c', 'ac'],
    ['leaves templates out', 'a<template><p>b</p></template>c', 'ac'],
    ['leaves noscript out', 'a<noscript>b</noscript>c', 'ac'],
    [
      'leaves out what only a browser without frames shows',
      'a<iframe><p>b</iframe>c<noembed>d</noembed>e',
      'ace',
    ],
    ['is null when empty', ' <b> </b>', null],
  ]
  for (const [title, html, expected] of cases) {
    test(title, () => assert.equal(textOf(html), expected))
  }

  test('that is empty has its own reason for null', () => {
    assert.equal(whyNull('b', '<b> <i></i></b>'), 'matched, but its text is empty')
  })

  test('of a script is its content when a rule selects the script itself', () => {
    assert.equal(read({ x: 'script' }, '<script>let a = 1</script>').x, 'let a = 1')
  })

  test('of the whole page is read with an empty selector', () => {
    assert.equal(read({ x: '' }, '<title>a</title><p>b<p>c').x, 'a b c')
  })
})
