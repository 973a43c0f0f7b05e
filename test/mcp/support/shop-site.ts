import { type LocalSite, startLocalSite } from '../../support/local-site.ts'

const product = (name: string, price: string) =>
  `<title>${name}</title><main><h1>${name}</h1><p class=price>${price}</p><p class=offer>${price ? '' : 'On request: €90'}</p></main>`

const GUIDE = `<html lang=en><head><title>How to descale a kettle</title><meta name=author content="Mara Lind">
<meta property="article:published_time" content="2026-03-02"></head><body><nav><a href="/">Home</a></nav><main><article>
<h1>How to descale a kettle</h1><p>Hard water leaves chalk in every kettle, and chalk makes it slow and loud.</p>
<h2>What you need</h2><p>Vinegar or citric acid, water, and half an hour of patience.</p>
<h2>Descaling</h2><p>Fill the kettle with one part of vinegar and two parts of water. Boil it, wait for 30 minutes, and rinse twice.</p>
<h2>When we are open</h2><table><tr><th>Day</th><th>Hours</th></tr><tr><td>Monday</td><td>9 to 17</td></tr><tr><td>Sunday</td><td>closed</td></tr></table>
</article></main></body></html>`

const chapter = (number: number) =>
  `<h2>Chapter ${number}</h2><p>${`This is what chapter ${number} of the story of the kettle says. `.repeat(12)}</p>`

/** The site of a shop. */
export async function startShopSite(): Promise<LocalSite> {
  const site = await startLocalSite()
  const pages: Record<string, string> = {
    '/guide': GUIDE,
    '/story': `<title>A long story</title><main><article><h1>A long story</h1>${Array.from({ length: 40 }, (_, at) => chapter(at + 1)).join('')}<p>And so the kettle sang.</p></article></main>`,
    '/downloads':
      '<main><h1>Downloads</h1><a href="/kettle.pdf">Manual</a> <a href="/pot.pdf">Pot</a> <a href="/guide">Guide</a></main>',
    '/shop':
      '<main><h1>Shop</h1><ul><li class=item><b>Kettle</b><i>€24.50</i></li><li class=item><b>Pot</b><i>€9</i></li><li class=item><b>Cup</b><i>€4.20</i></li></ul></main>',
    '/p/kettle': product('Kettle', '€24.50'),
    '/p/pot': product('Pot', '€9'),
    '/p/samovar': product('Samovar', ''),
  }
  for (const [path, body] of Object.entries(pages)) site.on(path, { body })
  return site
}
