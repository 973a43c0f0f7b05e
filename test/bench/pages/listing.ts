const WORDS =
  'amber basket candle drawer engine fabric garden hammer island jacket kettle ladder mirror needle orchard pillow quartz ribbon saddle timber umbrella velvet window yarn zinc Größe naïve prix'.split(
    ' ',
  )

/** A small random number generator that returns the same numbers on every run. */
function createRandom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const head = (words: (n: number) => string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${words(6)} &amp; more</title>
<meta name="description" content="${words(20)}"><meta property="og:image" content="https://cdn.example.test/a.jpg">
<link rel="canonical" href="https://www.example.test/listing/1?x=1&amp;y=2">
<style>${Array.from({ length: 60 }, (_, i) => `.c${i}{margin:${i}px}`).join('')}</style>
<script>window.__cfg={"html":"<div class='no'>not an element</div>"};if(1<2&&3>2){console.log("x")}</script>
</head><body class="page">
<nav><ul>${Array.from({ length: 30 }, (_, i) => `<li><a href="/c/${i}">${words(2)}</a>`).join('')}</ul></nav>
<h1 class="title">${words(8)}</h1>
<div class="offer"><span class="price" content="19.99">$19.99</span> <span class="stock in">In stock</span></div>
<div class="byline"><a rel="author" href="/u/7">${words(2)}</a> <time datetime="2026-03-04T05:06:07Z">4 March</time></div>
<div class="rating" data-value="4.6"><b>4.6</b> of <span class="count">1,234</span></div>
`

const foot =
  '<footer id="foot"><p class="legal">© 2026 Example &mdash; All rights reserved</p></footer></body></html>\n'

const row = (
  words: (n: number) => string,
  i: number,
) => `<li class="item card c${i % 40}" data-id="${1000 + i}">
  <a class="name" href="/p/${1000 + i}?ref=list&amp;pos=${i}"><img src="/img/${i}.jpg" alt="${words(3)}" loading=lazy>${words(5)}</a>
  <div class="meta"><span class="price">$${i}.50</span><span class="rating" data-v="${i % 5}"></span></div>
  <p class="desc">${words(18)} <em>${words(3)}</em> &amp; ${words(6)}</p>
</li>
`

const filler = (words: (n: number) => string, i: number) =>
  `<section class="review" id="r${i}"><header><b class="who">${words(2)}</b></header><p>${words(30)}<br>${words(15)}</p><ul><li>${words(1)}<li>${words(1)}</ul></section>\n`

/**
 * A listing page of about `bytes` bytes: 12 single fields, and 40 rows of 6 fields (200 rows from 200 KB) among other
 * content. The seed determines its words.
 */
export function listingPage(bytes: number, seed = 42): string {
  const random = createRandom(seed)
  const words = (n: number) =>
    Array.from({ length: n }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  const rows = Array.from({ length: bytes < 200_000 ? 40 : 200 }, (_, i) => row(words, i)).join('')
  const parts = [head(words)]
  let length = parts[0]!.length + rows.length + foot.length
  for (let i = 0; length < bytes; i++) {
    const part = filler(words, i)
    parts.push(part)
    length += part.length
  }
  return `${parts.join('')}<ul id="results">\n${rows}</ul>\n${foot}`
}

/** The parser schema that reads the listing. */
export const listingSchema = {
  fields: {
    title: 'title',
    desc: 'meta[name="description"]@content',
    og: 'meta[property="og:image"]@content',
    canonical: 'link[rel="canonical"]@href',
    h1: 'h1.title',
    price: '.offer > .price@content',
    stock: 'div.offer .stock',
    author: 'a[rel="author"]',
    date: '.byline time@datetime',
    rating: 'div.rating@data-value',
    count: '.rating .count',
    legal: '#foot .legal',
    rows: {
      css: 'ul#results > li.item',
      all: true,
      fields: {
        id: '@data-id',
        name: 'a.name',
        url: 'a.name@href',
        price: 'span.price',
        rating: 'span.rating@data-v',
        desc: 'p.desc',
      },
    },
  },
}
