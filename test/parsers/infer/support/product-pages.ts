import {
  clutteredPage,
  createSeededRandom,
  person,
  price,
  type SeededRandom,
  type SyntheticPage,
  sentence,
  title,
  words,
} from './synthetic-page.ts'

interface Product {
  name: string
  brand: string
  sku: string
  price: string
  weight: string
  colour: string
  rating: string | null
  description: string
  image: string
  tags: string[]
}

function productOf(random: SeededRandom): Product {
  const { below, pick } = random
  return {
    name: title(random, 3),
    brand: `${title(random, 1)} & Sons`,
    sku: `${pick(['KX', 'TR', 'BM'])}-${1000 + below(9000)}`,
    price: `€${price(random)}`,
    weight: `${1 + below(40)}.${below(9)} kg`,
    colour: pick(['dark red', 'steel grey', 'moss green', 'sand']),
    rating: below(4) === 0 ? null : `${1 + below(4)}.${1 + below(8)}`,
    description: sentence(random, 14),
    image: `https://img.example/p/${words(random, 2).replace(' ', '-')}-${below(999)}.jpg`,
    tags: Array.from({ length: 1 + below(4) }, () => words(random, 1)),
  }
}

/** A product page with linked data and a table of properties. */
function withLinkedData(random: SeededRandom, one: Product): string {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'BreadcrumbList', name: 'Shop' },
      {
        '@type': 'Product',
        name: one.name,
        sku: one.sku,
        brand: { '@type': 'Brand', name: one.brand },
        description: one.description,
        image: [one.image],
        ...(one.rating && {
          aggregateRating: { '@type': 'AggregateRating', ratingValue: Number(one.rating) },
        }),
        offers: { '@type': 'Offer', price: one.price.slice(1), priceCurrency: 'EUR' },
      },
    ],
  }
  const h = random.hash
  return clutteredPage(
    random,
    `<title>${one.name} | Shop</title><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    `<main><div class="${h()}"><h1 class="${h()}">${one.name}</h1><span class="${h()}">${one.brand}</span>
<div class="price-box ${h()}"><s>€${price(random)}</s> <strong class="price-now">${one.price}</strong></div>
${one.rating ? `<div class="stars" aria-label="Rating"><span class="value">${one.rating}</span> of 5</div>` : ''}
<img class="${h()}" src="${one.image}"><p class="description">${one.description}</p>
<table class="${h()}"><tr><th>Colour<td>${one.colour}<tr><th>Weight<td>${one.weight}<tr><th>Article<td>${one.sku}</table>
<ul class="tags">${one.tags.map(tag => `<li class="${h()}">${tag}</li>`).join('')}</ul></div></main>`,
  )
}

/** A product page with microdata and a definition list, at times below a notice. */
function withMicrodata(random: SeededRandom, one: Product): string {
  const h = random.hash
  return clutteredPage(
    random,
    `<title>${one.name}</title><meta property="og:title" content="${one.name}">`,
    `${random.below(2) ? '<div class="notice"><strong>Free shipping</strong></div>' : ''}
<section class="${h()}" itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">${one.name}</h2>
<a itemprop="brand" href="/brand">${one.brand}</a><p class="${h()}" itemprop="offers"><span itemprop="price">${one.price}</span></p>
${one.rating ? `<b itemprop="ratingValue">${one.rating}</b>` : ''}<img itemprop="image" src="/blank.gif" data-src="${one.image}">
<div itemprop="description">${one.description}</div>
<dl><dt>Weight</dt><dd>${one.weight}</dd><dt>Colour</dt><dd>${one.colour}</dd><dt>SKU</dt><dd itemprop="sku">${one.sku}</dd></dl>
<p class="tags">${one.tags.map(tag => `<a href="/t/${tag}">${tag}</a>`).join(', ')}</p></section>
<section class="reviews"><h3>Reviews</h3><p><b>${person(random)}</b> ${sentence(random, 6)}</p></section>`,
  )
}

/** A product page with nothing but test ids and module class names. */
function withTestIds(random: SeededRandom, one: Product): string {
  const h = random.hash
  return clutteredPage(
    random,
    `<title>Shop: ${one.name}</title>`,
    `<div id="app"><div class="ProductPage_root__${h().slice(-5)}"><div data-testid="product-title" class="${h()}">${one.name}</div>
<div class="${h()}">by <span data-testid="brand">${one.brand}</span></div>
<div class="${h()} ProductPage_price__${h().slice(-4)}x" data-testid="current-price">${one.price}</div>
${one.rating ? `<span data-testid="rating">${one.rating}</span>` : ''}
<figure><img data-testid="main-image" src="${one.image}" alt="${one.name}"></figure>
<div data-testid="description"><p>${one.description}</p></div>
<ul class="${h()}"><li><b>Colour:</b> ${one.colour}</li>${random.below(2) ? `<li><b>Made in:</b> ${title(random, 1)}</li>` : ''}<li><b>Weight:</b> ${one.weight}</li><li><b>SKU:</b> ${one.sku}</li></ul>
<div data-testid="tags">${one.tags.map(tag => `<span class="${h()}">${tag}</span>`).join('')}</div></div></div>`,
  )
}

const LAYOUTS = [withLinkedData, withMicrodata, withTestIds]

/** A page of a shop. Its number determines its layout. */
export function productPage(number: number): SyntheticPage {
  const random = createSeededRandom(100 + number)
  const one = productOf(random)
  const html = LAYOUTS[number % LAYOUTS.length]!(random, one)
  return { html, url: `https://shop.example/p/${number}`, values: { ...one }, items: [] }
}
