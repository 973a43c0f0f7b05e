import {
  clutteredPage,
  createSeededRandom,
  person,
  type SeededRandom,
  type SyntheticPage,
  sentence,
  title,
  words,
} from './synthetic-page.ts'

interface Article {
  headline: string
  author: string
  published: string
  section: string
  teaser: string
  image: string
  comments: string
  keywords: string[]
}

const MONTHS = `January February March April May June July August September October November December`.split(
  ' ',
)
const isoOf = (date: string) => {
  const [day, month, year] = date.split(' ')
  return `${year}-${String(MONTHS.indexOf(month!) + 1).padStart(2, '0')}-${day!.padStart(2, '0')}`
}

function articleOf(random: SeededRandom): Article {
  const { below, pick } = random
  return {
    headline: title(random, 6),
    author: person(random),
    published: `${1 + below(28)} ${pick(MONTHS)} ${2024 + below(3)}`,
    section: pick(['Politics', 'Science', 'Culture', 'Sports desk']),
    teaser: sentence(random, 16),
    image: `https://img.example/a/${words(random, 1)}-${below(999)}.webp`,
    comments: String(2 + below(900)),
    keywords: Array.from({ length: 2 + below(3) }, () => words(random, 1)),
  }
}

const body = (random: SeededRandom) =>
  Array.from({ length: 3 + random.below(4) }, () => `<p>${sentence(random, 25)}</p>`).join('')

/** A newspaper page with its state in a script. */
function withState(random: SeededRandom, one: Article): string {
  const h = random.hash
  const state = {
    page: {
      article: {
        title: one.headline,
        byline: { name: one.author },
        dates: { first: `${isoOf(one.published)}T08:15:00Z` },
        channel: one.section,
        lead: one.teaser,
        keywords: one.keywords,
        stats: { comments: Number(one.comments) },
      },
    },
  }
  return clutteredPage(
    random,
    `<title>${one.headline} - The Paper</title><meta property="og:image" content="${one.image}"><meta name="author" content="${one.author}">`,
    `<article class="${h()}"><p class="${h()}">${one.section}</p><h1>${one.headline}</h1><p class="${h()}"><strong>${one.teaser}</strong></p>
<div class="${h()}">By <em>${one.author}</em>, <span>${one.published}</span></div><img src="${one.image}">${body(random)}
<a href="#c" class="${h()}">${one.comments} comments</a></article>
<script>window.__PAPER__ = ${JSON.stringify(state)};</script>`,
  )
}

/** A magazine page with semantic tags and attributes. */
function withTags(random: SeededRandom, one: Article): string {
  const h = random.hash
  return clutteredPage(
    random,
    `<title>${one.headline}</title><meta name="keywords" content="${one.keywords.join(', ')}">`,
    `<main><article><header><a rel="category tag" class="${h()}" href="/s">${one.section}</a><h1 class="entry-title">${one.headline}</h1>
<p class="entry-summary">${one.teaser}</p><address>Written by <a rel="author" href="/u">${one.author}</a></address>
<time datetime="${isoOf(one.published)}T10:00:00+00:00">${one.published}</time>${random.below(2) ? `<time class="updated" datetime="2026-12-30">updated 30 December 2026</time>` : ''}</header>
<figure><img src="${one.image}" srcset="${one.image} 800w"><figcaption>${title(random, 3)}</figcaption></figure>${body(random)}
<footer><span class="comments-count">${one.comments}</span> comments</footer></article></main>`,
  )
}

/** A blog page with its facts within sentences. */
function withSentences(random: SeededRandom, one: Article): string {
  const h = random.hash
  return clutteredPage(
    random,
    `<title>Blog</title>`,
    `<div id="post"><h2 class="${h()} post-title">${one.headline}</h2>
<p class="post-meta">Posted by ${one.author} on ${one.published} in <a class="post-section" href="/c">${one.section}</a></p>
<div class="post-excerpt"><p>${one.teaser}</p></div><div class="post-hero" style="margin:0"><img src="${one.image}"></div>
<div class="post-body">${body(random)}</div><ul class="post-tags">${one.keywords.map(word => `<li><a href="/k/${word}">${word}</a></li>`).join('')}</ul>
<h4 id="comments">${one.comments} comments</h4></div>`,
  )
}

const LAYOUTS = [withState, withTags, withSentences]

/** A page of a newspaper. Its number determines its layout. */
export function articlePage(number: number): SyntheticPage {
  const random = createSeededRandom(500 + number)
  const one = articleOf(random)
  const html = LAYOUTS[number % LAYOUTS.length]!(random, one)
  return { html, url: `https://paper.example/${number}`, values: { ...one }, items: [] }
}
