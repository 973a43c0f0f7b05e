import {
  clutteredPage,
  createSeededRandom,
  price,
  type SeededRandom,
  type SyntheticPage,
  title,
  words,
} from './synthetic-page.ts'

interface Offer {
  [name: string]: string | null
  title: string
  url: string
  price: string | null
  place: string
  seller: string
}

function offerOf(random: SeededRandom): Offer {
  const { below, pick } = random
  return {
    title: title(random, 3),
    url: `https://market.example/o/${words(random, 1)}-${below(9999)}`,
    price: below(5) === 0 ? null : `€${price(random)}`,
    place: pick(['Lyon', 'Graz', 'Porto', 'Turku', 'Brno']),
    seller: `${title(random, 1)} Ltd`,
  }
}

const path = (url: string) => new URL(url).pathname

/** Cards in a grid, three per row, with advertisements between the rows. */
function asCards(random: SeededRandom, offers: Offer[]): string {
  const h = random.hash
  const cards = offers.map(
    one => `<div class="card ${h()}">${random.below(3) ? '' : '<span class="badge">New</span>'}<a class="card-link" href="${path(one.url)}"><h3 class="${h()}">${one.title}</h3></a>
${one.price ? `<p class="card-price">${one.price}</p>` : ''}<p class="${h()}"><span class="card-place">${one.place}</span> · <span class="card-seller">${one.seller}</span></p></div>`,
  )
  const rows = Array.from({ length: Math.ceil(cards.length / 3) }, (_, row) =>
    cards.slice(row * 3, row * 3 + 3),
  )
  const ad = () => `<div class="promo ${h()}"><h3>${title(random, 2)}</h3><p>€${price(random)}</p></div>`
  return clutteredPage(
    random,
    '<title>Offers</title>',
    `<div id="results">${rows.map(row => `<div class="row">${row.join('')}</div>${ad()}`).join('')}</div>`,
  )
}

/** Rows of a table. */
function asTable(random: SeededRandom, offers: Offer[]): string {
  const h = random.hash
  const rows = offers.map(
    one =>
      `<tr class="${h()}"><td><a href="${one.url}">${one.title}</a><td>${one.price ?? ''}<td>${one.place}<td>${one.seller}`,
  )
  return clutteredPage(
    random,
    '<title>Offers</title>',
    `<table class="${h()}"><tr><td>Opening hours<td>9 to 5</table>
<table id="offers"><thead><tr><th>Offer<th>Price<th>Place<th>Seller</thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

/** A list of articles with test ids. */
function asArticles(random: SeededRandom, offers: Offer[]): string {
  const h = random.hash
  const items = offers.map(
    one => `<li class="${h()}"><article data-testid="offer" data-seller="${one.seller}"><div class="${h()}"><h2><a href="${path(one.url)}">${one.title}</a></h2>
<dl><dt>Where</dt><dd>${one.place}</dd>${one.price ? `<dt>Price</dt><dd>${one.price}</dd>` : ''}</dl><small>sold by <span>${one.seller}</span></small></div></article></li>`,
  )
  return clutteredPage(
    random,
    '<title>Offers</title>',
    `<main><ul class="${h()}">${items.join('')}</ul><nav><a rel="next" href="?page=2">Next</a></nav></main>`,
  )
}

const LAYOUTS = [asCards, asTable, asArticles]

/** A page of offers. Its number determines its layout. */
export function listingPage(number: number): SyntheticPage {
  const random = createSeededRandom(900 + number)
  const offers = Array.from({ length: 6 + random.below(8) }, () => offerOf(random))
  const html = LAYOUTS[number % LAYOUTS.length]!(random, offers)
  return { html, url: `https://market.example/offers?page=${number}`, values: {}, items: offers }
}
