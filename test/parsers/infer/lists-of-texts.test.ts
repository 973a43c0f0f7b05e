import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import type { Json, JsonObject } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const URL = 'https://kitchen.example/p/1'
type ExamplePage = [html: string, value: Json]

/** The value that is read from a page with what other pages taught. */
function readWith(learned: ExamplePage[], html: string): Json {
  const pages = learned.map(([text, value]) => ({
    page: { text, url: URL },
    values: { steps: value },
    items: [],
  }))
  const { schema } = inferParser(pages, 'items')
  assert.deepEqual(checkSchema(schema), [])
  return (runParser(compileParser(schema!), { text: html, url: URL }).data as JsonObject).steps!
}

const recipe = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', ...value })}</script>`

describe('a list is learned', () => {
  test('from headings and what follows them', () => {
    const page = (...steps: string[][]) =>
      `<aside><h3>Ads</h3><ul><li>Buy</ul></aside><div class="method">${steps
        .map(
          ([title, ...rest]) => `<h3>${title}</h3><ul>${rest.map(step => `<li>${step}</li>`).join('')}</ul>`,
        )
        .join('')}</div>`
    const learned: ExamplePage = [
      page(['The dough', 'Mix it.', 'Rest it.'], ['The sauce', 'Stir it.']),
      ['The dough', 'Mix it.', 'Rest it.', 'The sauce', 'Stir it.'],
    ]
    assert.deepEqual(readWith([learned], page(['The cake', 'Bake it.'])), ['The cake', 'Bake it.'])
  })

  test('by the heading above it when no class distinguishes it from another list', () => {
    const page = (a: string[], b: string[]) =>
      `<h2>Tools</h2><ul>${a.map(one => `<li>${one}`).join('')}</ul><h2>Steps</h2><ul>${b.map(one => `<li>${one}`).join('')}</ul>`
    const learned: ExamplePage[] = [
      [page(['pot'], ['Boil it.', 'Eat it.']), ['Boil it.', 'Eat it.']],
      [page(['pan', 'lid'], ['Fry it.', 'Turn it.', 'Eat it.']), ['Fry it.', 'Turn it.', 'Eat it.']],
    ]
    assert.deepEqual(readWith(learned, page(['jar', 'cup', 'jug'], ['Fill it.', 'Shut it.'])), [
      'Fill it.',
      'Shut it.',
    ])
  })

  test('by the heading of its section, whatever is between its parts', () => {
    const list = (texts: string[]) => `<ul>${texts.map(text => `<li>${text}`).join('')}</ul>`
    const page = (sign: string, ...parts: string[][]) =>
      `<h2>Why</h2>${list(['It is quick.'])}<h2>${sign} What you need</h2>${parts.map(part => `<h3>Part</h3>${list(part)}`).join('')}<h2>Tools</h2>${list(['pan'])}`
    const learned: ExamplePage[] = [
      [page('🛒', ['2 eggs', 'salt']), ['2 eggs', 'salt']],
      [page('', ['3 leeks', 'oil', 'rice']), ['3 leeks', 'oil', 'rice']],
    ]
    assert.deepEqual(readWith(learned, page('🍳', ['1 pear'], ['milk', 'figs'])), ['1 pear', 'milk', 'figs'])
  })

  test('from all texts that the parts of a page contain', () => {
    const page = (...steps: [title: string, text: string][]) =>
      `<section class="method"><h2 class="title">Method</h2>${steps
        .map(
          ([title, text], at) =>
            `<div class="step"><i>${at + 1}</i><div class="step-text">${title && `<h3 class="title">${title}</h3>`}<div class="body"><p>${text}</p></div></div></div>`,
        )
        .join('')}</section>`
    const learned: ExamplePage[] = [
      [page(['', 'Mix it.'], ['', 'Rest it.'], ['', 'Bake it.']), ['Mix it.', 'Rest it.', 'Bake it.']],
      [page(['Wash', 'Peel it.'], ['Heat', 'Fry it.']), ['Wash', 'Peel it.', 'Heat', 'Fry it.']],
    ]
    assert.deepEqual(readWith(learned, page(['Stir', 'Stir it.'], ['', 'Eat it.'])), [
      'Stir',
      'Stir it.',
      'Eat it.',
    ])
  })

  test('from the lines of one element', () => {
    const page = (...lines: string[]) =>
      `<h2>Parts</h2><p class="parts">${lines.join('<br>\n')}</p><p>More</p>`
    const learned: ExamplePage = [
      page('2 eggs', '<b>1 cup</b> milk', 'salt &amp; oil'),
      ['2 eggs', '1 cup milk', 'salt & oil'],
    ]
    assert.deepEqual(readWith([learned], page('3 leeks', '<i>raw</i> rice')), ['3 leeks', 'raw rice'])
  })

  test('from the lines of one element, even when the next page has elements instead', () => {
    const page = (steps: string) => `<p>Hello</p><div class="method">${steps}</div><p>Bye</p>`
    const learned: ExamplePage = [
      page('<ol><li>Mix it.<br>Rest it.<br>Bake it.</ol>'),
      ['Mix it.', 'Rest it.', 'Bake it.'],
    ]
    assert.deepEqual(readWith([learned], page('<ol><li>Fill it.<li>Shut it.</ol>')), ['Fill it.', 'Shut it.'])
  })

  test('from one layout, even when the next pages write it in another way within the same element', () => {
    const page = (steps: string) => `<p>Hello</p><div class="method"><h2>Method</h2>${steps}</div><p>Bye</p>`
    const steps = ['Mix it.', 'Rest it.', 'Bake it.']
    const learned: ExamplePage = [page(`<ol>${steps.map(step => `<li>${step}</li>`).join('')}</ol>`), steps]
    const expected = ['Fill it.', 'Shut it.']
    assert.deepEqual(readWith([learned], page('<p>Fill it.</p><p>Shut it.</p>')), expected)
    assert.deepEqual(readWith([learned], page('<p>Fill it.<br><br>Shut it.</p>')), expected)
    assert.deepEqual(
      readWith([learned], page('<p><b>Step 1</b>Fill it.</p><p><b>Step 2</b>Shut it.</p>')),
      expected,
    )
  })

  test('from one of two layouts when it is long and the rule finds nothing in the other', () => {
    const page = (...steps: string[]) =>
      `<ol class="method">${steps.map(step => `<li>${step}</li>`).join('')}</ol>`
    const other = '<p>First mix it. Then bake it.</p>'
    const expected = ['Mix it.', 'Rest it.', 'Roll it.', 'Cut it.', 'Bake it.']
    const learned: ExamplePage[] = [
      [page(...expected), expected],
      [other, ['mix it', 'bake it']],
    ]
    assert.deepEqual(readWith(learned, page('Fill it.', 'Shut it.')), ['Fill it.', 'Shut it.'])
  })

  test('without the marks before its items', () => {
    const page = (...steps: string[]) =>
      `<ul class="steps">${steps.map(step => `<li><i>▢</i> ${step}</li>`).join('')}</ul>`
    assert.deepEqual(
      readWith([[page('2 eggs', '1 cup milk'), ['2 eggs', '1 cup milk']]], page('3 leeks', 'salt')),
      ['3 leeks', 'salt'],
    )
  })

  test('without the elements beside its texts', () => {
    const page = (...steps: string[]) =>
      `<ol class="method">${steps.map((step, at) => `<li><b>Step ${at + 1}</b> ${step} <i>with <a href="/s">salt</a></i></li>`).join('')}</ol>`
    const expected = (...steps: string[]) => steps.map(step => `${step} with salt`)
    const learned: ExamplePage = [
      page('Mix it', 'Bake it', 'Eat it'),
      expected('Mix it', 'Bake it', 'Eat it'),
    ]
    assert.deepEqual(readWith([learned], page('Peel it', 'Cut it')), expected('Peel it', 'Cut it'))
  })

  test('when a word processor wrote element names with a colon', () => {
    const page = (...steps: string[]) =>
      `<div class="method">${steps.map(step => `<p><o:p>Then</o:p> ${step}</p>`).join('')}</div>`
    const learned: ExamplePage = [page('Mix it', 'Bake it'), ['Mix it', 'Bake it']]
    assert.deepEqual(readWith([learned], page('Peel it', 'Cut it')), ['Peel it', 'Cut it'])
    const stepMarkup = (...steps: string[]) => steps.map(step => `<p><o:p>${step}</o:p></p>`).join('')
    const example: ExamplePage = [stepMarkup('Mix it', 'Bake it'), ['Mix it', 'Bake it']]
    assert.deepEqual(readWith([example], stepMarkup('Peel it', 'Cut it')), ['Peel it', 'Cut it'])
  })

  test('without the elements beside its texts, even when only one of two pages has them', () => {
    const numberedSteps = (step: (text: string) => string, ...steps: string[]) =>
      `<ul class="method"><li><ol>${steps.map((text, at) => `<li><span>Step </span><span>${at + 1}</span>${step(text)}</li>`).join('')}</ol></li></ul>`
    const learned: ExamplePage[] = [
      [numberedSteps(text => `<p>${text}</p>`, 'Mix it.', 'Bake it.'), ['Mix it.', 'Bake it.']],
      ['<ul class="method"><li><p>Peel it.</p><p>Cut it.</p></li></ul>', ['Peel it.', 'Cut it.']],
    ]
    assert.deepEqual(readWith(learned, numberedSteps(String, 'Boil it.', 'Salt it.')), [
      'Boil it.',
      'Salt it.',
    ])
  })

  for (const [how, heading, item] of [
    ['by what is in them', '<li><strong>TEXT</strong></li>', '<li>TEXT</li>'],
    ['by their class', '<li class="head">TEXT</li>', '<li class="part">TEXT</li>'],
  ] as const)
    test(`without unwanted items, recognized ${how}`, () => {
      const page = (...texts: string[]) =>
        `<h2>Parts</h2><ul class="parts">${texts
          .map(text => (text.endsWith(':') ? heading : item).replace('TEXT', text))
          .join('')}</ul>`
      const learned: ExamplePage = [
        page('Dough:', 'flour', 'water', 'salt', 'Sauce:', 'tomatoes'),
        ['flour', 'water', 'salt', 'tomatoes'],
      ]
      const next = page('eggs', 'Top:', 'sugar', 'Rest:', 'tea')
      assert.deepEqual(readWith([learned], next), ['eggs', 'sugar', 'tea'])
      if (heading.includes('strong'))
        assert.deepEqual(readWith([learned], next.replace('parts', 'x1')), ['eggs', 'sugar', 'tea'])
    })

  test('from one text with numbered steps', () => {
    const page = (text: string) => recipe({ recipeInstructions: text })
    const learned: ExamplePage = [
      page('1. Peel them. 2. Cut them.3. Eat them.'),
      ['Peel them.', 'Cut them.', 'Eat them.'],
    ]
    assert.deepEqual(readWith([learned], page('1. Boil it. 2. Serve it.')), ['Boil it.', 'Serve it.'])
  })

  test('from nested lists in the data of a page', () => {
    const page = (...sections: string[][]) =>
      recipe({
        recipeInstructions: sections.map(texts => ({ itemListElement: texts.map(text => ({ text })) })),
      })
    const learned: ExamplePage = [page(['Peel.', 'Cut.'], ['Boil.']), ['Peel.', 'Cut.', 'Boil.']]
    assert.deepEqual(readWith([learned], page(['Mix.'], ['Bake.', 'Cool.'])), ['Mix.', 'Bake.', 'Cool.'])
  })

  test('from data with some of its texts in sections, including the names of the sections', () => {
    const page = (name: string, ...texts: string[]) =>
      recipe({
        recipeInstructions: [
          { name, text: 'Peel them.' },
          { name: `${name} 2`, itemListElement: texts.map(text => ({ text })) },
        ],
      })
    const learned: ExamplePage = [
      page('First', 'Cut.', 'Boil.'),
      ['First', 'Peel them.', 'First 2', 'Cut.', 'Boil.'],
    ]
    assert.deepEqual(readWith([learned], page('Now', 'Mix.')), ['Now', 'Peel them.', 'Now 2', 'Mix.'])
  })

  test('from texts at any depth of the data when two pages show different depths', () => {
    const page = (children: object[]) =>
      `<script id="data">${JSON.stringify({ dom: { children }, ads: [{ data: 'Buy it.' }] })}</script>`
    const learned: ExamplePage[] = [
      [page([{ data: 'Peel them.' }, { data: ' ' }, { data: 'Cut them.' }]), ['Peel them.', 'Cut them.']],
      [
        page([{ children: [{ data: 'Boil it.' }] }, { children: [{ data: 'Eat it.' }] }]),
        ['Boil it.', 'Eat it.'],
      ],
    ]
    const other = page([{ children: [{ children: [{ data: 'Mix it.' }] }] }, { data: 'Bake it.' }])
    assert.deepEqual(readWith(learned, other), ['Mix it.', 'Bake it.'])
  })

  test('without empty elements among its items', () => {
    const page = (...texts: string[]) =>
      `<div class="steps"><p></p>${texts.map(text => `<p>${text}</p>`).join('<p> </p>')}</div>`
    assert.deepEqual(readWith([[page('a 1', 'b 2'), ['a 1', 'b 2']]], page('c 3', 'd 4')), ['c 3', 'd 4'])
  })

  test('when the page writes a few of its items in another way', () => {
    const page = (...texts: string[]) =>
      `<ul class="parts">${texts.map(text => `<li>${text}</li>`).join('')}</ul><ul class="ads"><li>Buy</li></ul>`
    const learned: ExamplePage[] = [
      [page('½ cup milk', '2 eggs', '1 leek', 'salt'), ['1/2 Cup Milk', '2 eggs', '1 leek', 'salt']],
      [page('3 leeks', 'oil'), ['3 leeks', 'oil']],
    ]
    assert.deepEqual(readWith(learned, page('2 pears', 'sugar')), ['2 pears', 'sugar'])
  })

  test('from the exact texts of another page when this one writes most items with other characters', () => {
    const page = (...items: [label: string, text: string][]) =>
      `<ul class="needed">${items.map(([label, text]) => `<li><input class="tick" aria-label="${label}">${text}</li>`).join('')}</ul>`
    const learned: ExamplePage[] = [
      [
        page(['4-6 cloves', '4–6 cloves'], ['1 egg', '1 egg'], ['2-3 pears', '2–3 pears']),
        ['4-6 cloves', '1 egg', '2-3 pears'],
      ],
      [page(['1/2 cup oil', '1/2 cup oil'], ['3/4 cup tea', '3/4 cup tea']), ['½ cup oil', '¾ cup tea']],
    ]
    assert.deepEqual(readWith(learned, page(['5-7 figs', '5–7 figs'], ['1 pea', '1 pea'])), [
      '5-7 figs',
      '1 pea',
    ])
  })

  test('with the entities in its data decoded, although the example has none', () => {
    const page = (name: string, ...texts: string[]) => recipe({ name, recipeIngredient: texts })
    const learned: ExamplePage = [page('Salt &amp; pepper', '2 eggs', '1 leek'), ['2 eggs', '1 leek']]
    assert.deepEqual(readWith([learned], page('Soup', 'baker&#39;s yeast', 'milk')), [
      "baker's yeast",
      'milk',
    ])
  })

  test('only once when the page shows it twice', () => {
    const list = (texts: string[]) =>
      `<ul class="steps">${texts.map(text => `<li>${text}</li>`).join('')}</ul>`
    const page = (...texts: string[]) => `<div>${list(texts)}</div><div>${list(texts)}</div>`
    const learned: ExamplePage = [page('a 1', 'b 2', 'c 3'), ['a 1', 'b 2', 'c 3']]
    assert.deepEqual(readWith([learned], page('d 4', 'e 5')), ['d 4', 'e 5'])
  })

  test('despite an unwanted heading among its items', () => {
    const page = (...texts: string[]) =>
      `<ul class="parts">${texts.map(text => `<li class="part">${text}</li>`).join('')}</ul>`
    const learned: ExamplePage = [page('For it:', 'a 1', 'b 2', 'c 3', 'd 4'), ['a 1', 'b 2', 'c 3', 'd 4']]
    assert.deepEqual(readWith([learned], page('e 5', 'f 6')), ['e 5', 'f 6'])
  })
})

describe('a text that is made of several parts', () => {
  test('is joined from the data of a page', () => {
    const page = (...tags: string[]) => recipe({ keywords: tags })
    assert.equal(
      readWith([[page('Dinner', 'Soup'), 'Dinner, Soup']], page('Lunch', 'Cold', 'Fast')),
      'Lunch, Cold, Fast',
    )
  })

  test('is joined from elements', () => {
    const page = (...tags: string[]) =>
      `<p class="tags">${tags.map(tag => `<a class="tag">${tag}</a>`).join(' ')}</p>`
    assert.equal(readWith([[page('Dinner', 'Soup'), 'Dinner / Soup']], page('Lunch', 'Cold')), 'Lunch / Cold')
  })
})

test('a number is rounded when the example is rounded', () => {
  const page = (value: number) => recipe({ aggregateRating: { ratingValue: value } })
  const pages = [{ page: { text: page(4.77188), url: URL }, values: { rating: 4.77 }, items: [] }]
  const { schema } = inferParser(pages, 'items')
  assert.equal(runParser(compileParser(schema!), { text: page(3.13579), url: URL }).data.rating, 3.14)
})
