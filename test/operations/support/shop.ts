import { startLocalSite } from '../../support/local-site.ts'

/** How many products a page of the shop has, and how many pages there are. */
export const ON_A_PAGE = 4
export const PAGES = 3

const STYLE = `
  body { font: 16px sans-serif; margin: 0; background: #fbf7f0 }
  header { padding: 24px; background: #2f4858; color: white }
  ul { display: grid; grid-template-columns: repeat(2, 1fr); gap: 16px; margin: 24px; padding: 0; list-style: none }
  li { padding: 16px; border-radius: 8px; background: white; box-shadow: 0 1px 4px #0003 }
  .price { color: #b5520a; font-weight: bold }
`

/** A schema of the list of products that follows its further pages. */
export const SHOP_SCHEMA = {
  fields: {
    products: {
      css: 'li',
      all: true,
      fields: { title: 'h2', price: { css: '.price', type: 'number' }, url: { css: 'a@href', type: 'url' } },
    },
  },
  paginate: { next: 'a[rel=next]@href', limit: 10 },
}

/** A styled shop on this machine whose list of kettles has several pages. `prices` changes what they cost. */
export async function startShop() {
  const site = await startLocalSite()
  const prices = new Map<number, number>()
  const product = (n: number) =>
    `<li><a href="/kettle/${n}"><h2>Kettle ${n}</h2></a><span class="price">${prices.get(n) ?? 20 + n}.50</span></li>`
  const page = (n: number) => {
    const first = (n - 1) * ON_A_PAGE + 1
    const products = Array.from({ length: ON_A_PAGE }, (_, i) => product(first + i)).join('')
    const next = n < PAGES ? `<nav><a rel="next" href="/kettles/${n + 1}">Next page</a></nav>` : ''
    return `<!doctype html><title>Kettles</title><link rel="stylesheet" href="/shop.css">
      <header><h1>Kettles</h1></header><ul>${products}</ul>${next}`
  }
  site.on('/shop.css', { headers: { 'content-type': 'text/css' }, body: STYLE })
  for (let n = 1; n <= PAGES; n++)
    site.on(`/kettles/${n}`, (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(n)),
    )
  for (let n = 1; n <= PAGES * ON_A_PAGE; n++)
    site.on(`/kettle/${n}`, { body: `<h1>Kettle ${n}</h1><p class="price">${20 + n}</p>` })
  return { ...site, prices, list: `${site.url}/kettles/1` }
}
