import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { isLong, SEED } from '../../support/seeds.ts'
import { measureSite, type Setting, type Shares, sharesOf } from './support/measure-learning.ts'
import { type TemplateSite, templateSites } from './support/template-pages.ts'

/**
 * Real pages of sites that use one template: rules are learned from the first page or the first two, and tested on the
 * others. A third of the sites is reported separately, to notice rules that fit only the other sites.
 */
const sites = templateSites()
const skip = typeof sites === 'string' && sites
const allSites = typeof sites === 'string' ? [] : sites
/** All sites are tested in a long run. Otherwise a few, only to see that learning ends, as their shares say little. */
const SITE_STEP = isLong ? 1 : 18

interface Goal extends Setting {
  name: string
  /** The least share of right and the largest of wrong fields for the pages in `../shared`, with some margin. */
  right: number
  wrong: number
  /** The least share that remains right after the classes are renamed. */
  renamed: number
}

const GOALS: Goal[] = [
  { name: 'one example', examples: 1, visible: false, right: 0.84, wrong: 0.08, renamed: 0.93 },
  { name: 'two examples', examples: 2, visible: false, right: 0.88, wrong: 0.04, renamed: 0.93 },
  {
    name: 'one example, visible text only',
    examples: 1,
    visible: true,
    right: 0.65,
    wrong: 0.1,
    renamed: 0.7,
  },
  {
    name: 'two examples, visible text only',
    examples: 2,
    visible: true,
    right: 0.7,
    wrong: 0.06,
    renamed: 0.75,
  },
]

const isKeptApart = ({ name }: TemplateSite) => {
  const bytes = [...createHash('sha256').update(name).digest()]
  return bytes.reduce((sum, byte) => sum + byte) % 3 === 2
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const describeShares = (title: string, { fields, ms, mostMs, ...shares }: Shares) =>
  `${title}: ${fields} fields; ${Object.entries(shares)
    .map(([name, share]) => `${name} ${percent(share)}`)
    .join(', ')}; ${Math.round(ms)} ms a page, ${Math.round(mostMs)} at most`

describe(`rules learned from real pages (WINNOW_SEED=${SEED})`, { skip }, () => {
  for (const { name, right, wrong, renamed, ...setting } of GOALS)
    test(`are right on other pages of the site: ${name}`, t => {
      const looked = allSites.filter((_, at) => at % SITE_STEP === 0)
      const measures = looked.map(site => [site, measureSite(site, setting, SEED)] as const)
      const sharesWhere = (fits: (site: TemplateSite) => boolean) =>
        sharesOf(measures.flatMap(([site, one]) => (one && fits(site) ? [one] : [])))
      const shares = sharesWhere(() => true)
      t.diagnostic(describeShares(name, shares))
      t.diagnostic(describeShares('  of the sites kept apart', sharesWhere(isKeptApart)))
      if (!isLong) return
      assert.ok(shares.right >= right, `right: ${percent(shares.right)}`)
      assert.ok(shares.wrong <= wrong, `wrong: ${percent(shares.wrong)}`)
      assert.ok(shares.renamed >= renamed, `renamed: ${percent(shares.renamed)}`)
    })
})
