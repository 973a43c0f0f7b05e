import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import type { Json, JsonObject } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const ADDRESS = 'https://kitchen.example/p/1'
type ExamplePage = [html: string, value: Json]

/** A reader made from the parser that these pages teach for a value, or null when they teach none. */
function learnReader(...pages: ExamplePage[]) {
  const examples = pages.map(([text, value]) => ({
    page: { text, url: ADDRESS },
    values: { value },
    items: [],
  }))
  const { schema } = inferParser(examples, 'items')
  if (!schema) return null
  assert.deepEqual(checkSchema(schema), [])
  const parser = compileParser(schema)
  return (html: string) => (runParser(parser, { text: html, url: ADDRESS }).data as JsonObject).value
}

describe('an image that the page shows in another size than wanted', () => {
  const page = (src: string) => `<main><img class="dish" src="${src}"></main>`
  const cases: [name: string, from: string, to: string][] = [
    ['without its size', '/up/NAME-300x200.jpg', 'https://kitchen.example/up/NAME.jpg'],
    ['with a word for its size', '/up/NAME-300x200.jpg', 'https://kitchen.example/up/NAME-scaled.jpg'],
    ['with another query', '/NAME.jpg?width=300&q=7', 'https://kitchen.example/NAME.jpg?width=1800'],
    ['without its query', '/NAME.png?w=300', 'https://kitchen.example/NAME.png'],
    ['without its query, of two', '/c/NAME-300x200-cut.jpg', 'https://kitchen.example/NAME-scaled.jpg'],
    [
      'with another folder behind its name',
      '/i/NAME-square__w=728/a.webp',
      'https://kitchen.example/i/NAME__w=1200/image.webp',
    ],
  ]
  for (const [name, from, to] of cases)
    test(`is read ${name}`, () => {
      const of = (dish: string): ExamplePage => [page(from.replace('NAME', dish)), to.replace('NAME', dish)]
      const read = learnReader(of('kettle-soup'), of('birch-bread'))!
      const [html, wanted] = of('amber-cake')
      assert.equal(read(html), wanted)
    })

  test('is null when the next page has no such image', () => {
    const of = (dish: string): ExamplePage => [
      page(`/up/${dish}-300x200.jpg`),
      `https://kitchen.example/up/${dish}-scaled.jpg`,
    ]
    assert.equal(learnReader(of('kettle-soup'), of('birch-bread'))!(page('/logo.svg')), null)
  })

  test('is not learned from a single page, nor when each page has a crop of its own', () => {
    const one: ExamplePage = [
      page('/up/kettle-soup-300x200.jpg'),
      'https://kitchen.example/up/kettle-soup.jpg',
    ]
    assert.equal(learnReader(one), null)
    const cut = (dish: string, crop: string): ExamplePage => [
      page(`/${dish}.jpg?resize=300`),
      `https://kitchen.example/${dish}.jpg?crop=${crop}&resize=1200`,
    ]
    assert.equal(
      learnReader(cut('kettle-soup', '0.508xw:0.450xh'), cut('birch-bread', '0.508xw:0.450xh')),
      null,
    )
  })

  test('is not learned from another image whose name starts the same', () => {
    const of = (dish: string): ExamplePage => [
      page(`/up/${dish}-1.jpg`),
      `https://kitchen.example/up/${dish}-2.jpg`,
    ]
    assert.equal(learnReader(of('kettle-soup'), of('birch-bread')), null)
  })
})

describe('a list whose items show a part in another way than wanted', () => {
  const list = (...items: string[]) =>
    `<ul>${items.map(item => `<li class="part">${item}</li>`).join('')}</ul>`

  test('is read with that part in parentheses, but not doubled ones', () => {
    const html = list(
      '2 <b>eggs</b> <i class="note">beaten (well)</i>',
      '3 <b>plums</b>',
      '1 fig <i class="note">(ripe)</i>',
    )
    const read = learnReader([html, ['2 eggs (beaten (well))', '3 plums', '1 fig (ripe)']])!
    assert.deepEqual(read(list('4 pears <i class="note">peeled</i>', 'salt')), ['4 pears (peeled)', 'salt'])
  })

  test('is read without a comma before that part and without a checkbox before the item', () => {
    const html = list('▢ 2 eggs, <i class="note">beaten</i>', '▢ 3 plums')
    const read = learnReader([html, ['2 eggs (beaten)', '3 plums']])!
    assert.deepEqual(read(list('▢ 4 pears, <i class="note">peeled</i>', '▢ salt')), [
      '4 pears (peeled)',
      'salt',
    ])
  })

  test('is read with that part even when the first items lack it or an item has many punctuation marks', () => {
    const item = (name: string, note = '') =>
      `▢ <span>2</span> <span>${name}</span>${note && ` <i class="note">${note}</i>`}`
    const link = '[bread | https://kitchen.example/-/-/-/-/bread/]'
    const html = list(item('eggs'), item(link), item('figs', 'ripe'))
    const read = learnReader([html, ['2 eggs', `2 ${link}`, '2 figs (ripe)']])!
    assert.deepEqual(read(list(item('pears', 'peeled'), item('teas'))), ['2 pears (peeled)', '2 teas'])
  })

  test('is read with that part first', () => {
    const html = list(
      '<div>Eggs</div><div class="amount">2</div>',
      '<div>Plums</div><div class="amount">3 kg</div>',
    )
    const read = learnReader([html, ['2 Eggs', '3 kg Plums']])!
    const next = list('<div>Pears</div><div class="amount">4</div>', '<div>Salt</div>')
    assert.deepEqual(read(next), ['4 Pears', 'Salt'])
  })

  test('is read with the second part split around the first', () => {
    const definitionPage = (...items: [name: string, part: string][]) =>
      `<ul class="parts">${items.map(([name, part]) => `<li><p class="Item_itemName__a1B2c">${name}</p><p class="Item_itemAmount__d3E4f">${part}</p></li>`).join('')}</ul>`
    const read = learnReader([
      definitionPage(['Leeks', '2 lb'], ['Plums, dry', '3 cups, cut'], ['Limes', '4 ripe, cold']),
      ['2 lb Leeks', '3 cups Plums, dry; cut', '4 ripe Limes; cold'],
    ])!
    assert.deepEqual(read(definitionPage(['Figs', '5 oz, raw, washed'], ['Salt', '1 pinch'])), [
      '5 oz Figs; raw, washed',
      '1 pinch Salt',
    ])
  })
})

test('links are recognized by the folder that they lead to', () => {
  const page = (groups: string[], tags: string[]) =>
    `<p>${groups.map(name => `<a href="/groups/${name}">${name}</a>`).join(' ')} ${tags
      .map(name => `<a href="/tags/${name}">${name}</a>`)
      .join(' ')}</p>`
  const read = learnReader([page(['soup', 'winter'], ['cup', 'pan']), ['soup', 'winter']])!
  assert.deepEqual(read(page(['bread', 'autumn', 'rye'], ['oven'])), ['bread', 'autumn', 'rye'])
})

describe('a text that the page writes with other characters than wanted', () => {
  const page = (text: string) => `<main><p class="lead">${text}</p></main>`
  const list = (...texts: string[]) => `<ul class="parts">${texts.map(text => `<li>${text}`).join('')}</ul>`

  test('is read with the wanted quotes, dashes and fractions', () => {
    const read = learnReader([page('It’s “good” – try ½ of it…'), 'It\'s "good" - try 1/2 of it...'])!
    assert.equal(read(page('She’s “here” – 1½ or ½…')), 'She\'s "here" - 1 1/2 or 1/2...')
    const inches = learnReader([page('6″ `raw` plums'), "6\" 'raw' plums"])!
    assert.equal(inches(page('8″ `dry` figs')), "8\" 'dry' figs")
    const reversed = learnReader([page("It's a - b"), 'It’s a – b'])!
    assert.equal(reversed(page("She's c - d")), 'She’s c – d')
  })

  test('is read with the wanted characters in a list where only some items have them', () => {
    const read = learnReader([
      list('1 – 2 eggs', 'salt', '½ cup milk'),
      ['1 - 2 eggs', 'salt', '1/2 cup milk'],
    ])!
    assert.deepEqual(read(list('sugar', '3 – 4 figs', '2½ plums')), ['sugar', '3 - 4 figs', '2 1/2 plums'])
  })

  test('is read with the replacements of all examples together', () => {
    const read = learnReader([page('Ada’s tea'), "Ada's tea"], [page('Tea – hot'), 'Tea - hot'])!
    assert.equal(read(page('Bo’s tea – cold')), "Bo's tea - cold")
  })

  test('is read with the wanted capitals for single words, but not for whole texts', () => {
    const read = learnReader(
      [list('20 ml oat milk', '1 tsp. salt', 'raw plums'), ['20 mL oat milk', '1 tsp. salt', 'raw plums']],
      [list('2 eggs', 'some figs'), ['2 eggs', 'some figs']],
    )!
    assert.deepEqual(read(list('3 pears', '5 ml oil', 'small limes')), ['3 pears', '5 mL oil', 'small limes'])
    assert.equal(learnReader([page('RAW PLUMS'), 'Raw plums'], [page('DRY FIGS'), 'Dry figs']), null)
  })

  test('is not changed when the examples contradict each other', () => {
    const read = learnReader([page('Tea – hot'), 'Tea - hot'], [page('Milk – cold'), 'Milk – cold'])
    assert.notEqual(read?.(page('Oil – raw')), 'Oil - raw')
  })
})

test('a text before a comma is read without what follows, whatever that is', () => {
  const page = (text: string) => `<p class="kind">${text}</p>`
  const read = learnReader([page('Soup, Vegan'), 'Soup'])!
  assert.equal(read(page('Cake, Quick and easy')), 'Cake')
  assert.equal(read(page('Bread')), 'Bread')
})

test('a value is read from the query of an address', () => {
  const page = (name: string) =>
    `<img src="/${name}/1.jpg"><a class="share" href="https://pins.example/new?url=/p&media=${encodeURIComponent(`https://kitchen.example/up/${name}.jpg`)}">Pin</a>`
  const read = learnReader([page('tea'), 'https://kitchen.example/up/tea.jpg'])!
  assert.equal(read(page('milk')), 'https://kitchen.example/up/milk.jpg')
  assert.equal(read('<a class="share" href="https://pins.example/new?url=/p">Pin</a>'), null)
})

test('one of several links is recognized by its position among the links to the same folder', () => {
  const page = (tags: string[], kinds: string[]) =>
    `<p class="tags">${tags.map(tag => `<a href="/tags/${tag}">${tag}</a>`).join('')}${kinds.map(kind => `<a href="/kinds/${kind}">${kind}</a>`).join('')}</p>`
  const read = learnReader(
    [page(['cup'], ['leeks', 'soup', 'winter']), 'soup'],
    [page(['pan', 'oven'], ['rye', 'bread']), 'bread'],
  )!
  assert.equal(read(page(['jar', 'lid', 'spoon'], ['figs', 'jam', 'summer', 'quick'])), 'jam')
})

test('a long text is read as the first long one of its element, even after short ones', () => {
  const long = (name: string) =>
    `This ${name} is one of those that we make again and again, since it is quick, fresh and full of flavor.`
  const page = (...texts: string[]) =>
    `<div class="entry">${texts.map(text => `<p>${text}</p>`).join('')}</div>`
  const read = learnReader(
    [page(long('soup'), 'More'), long('soup')],
    [page(long('bread'), long('crust')), long('bread')],
  )!
  assert.equal(read(page('Serves 4', long('cake'), long('crumb'))), long('cake'))
})

describe('a letter with an accent, as one character or as two', () => {
  const composed = 'Caf\u00e9 cr\u00e8me'
  const decomposed = composed.normalize('NFD')
  const pages: [what: string, html: string, value: Json][] = [
    ['on the page', `<h1>${decomposed}</h1><p>Tea</p>`, composed],
    ['in the value', `<h1>${composed}</h1><p>Tea</p>`, decomposed],
    ['as an entity', '<h1>Caf&eacute; cr&egrave;me</h1><p>Tea</p>', decomposed],
    ['in a part of a text', `<h1>Menu: ${decomposed} (hot)</h1><p>Tea</p>`, composed],
    ['in a list', `<ul><li>${decomposed}</li><li>Tea</li></ul>`, [composed, 'Tea']],
  ]
  for (const [what, html, value] of pages)
    test(`is found: ${what}`, () => {
      const found = JSON.stringify(learnReader([html, value])?.(html))
      assert.equal(found.normalize('NFC'), JSON.stringify(value).normalize('NFC'))
    })
})
