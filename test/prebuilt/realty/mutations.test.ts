import { test } from 'node:test'
import { find } from '../../../server/prebuilt/json-walk.ts'
import { realtyDetails } from '../../../server/prebuilt/realty/details.ts'
import { randomFrom, rounds, SEED } from '../../support/seeds.ts'
import { checkDamaged, contentsOf } from '../support/damage.ts'
import { loaded } from '../support/loaded.ts'
import { mutate } from '../support/mutate.ts'
import { noRecordings, openRecordings, savedPayloads } from '../support/recordings.ts'
import * as pages from './pages.ts'

const api = await loaded(realtyDetails)

const ACRE_SQUARE_FEET = 43_560
const NUMBERS = /\d[\d,]*(?:\.\d+)?/g

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : (`${typeof value === 'string' ? value : ''}`
        .match(NUMBERS)
        ?.map(text => Number(text.replaceAll(',', ''))) ?? [])

const dateOf = (time: number) => (Math.abs(time) < 8e15 ? new Date(time).toISOString() : '')

/**
 * Checks whether a value is in the payload or follows from it: a number in a text, acres as square feet, the day or
 * year of a time, a sum of bathrooms.
 */
function createLeafCheck(payload: unknown) {
  const contents = contentsOf(payload)
  const numbers = new Set([...contents].flatMap(numbersIn))
  const areas = new Set([...numbers].map(number => Number((number * ACRE_SQUARE_FEET).toFixed(2))))
  const days = new Set([...numbers].map(number => dateOf(number).slice(0, 10)))
  const years = new Set([...days].map(day => Number(day.slice(0, 4))))
  const trimmed = new Set([...contents].map(value => (typeof value === 'string' ? value.trim() : '')))
  const isBathSum = (leaf: number) => leaf % 0.25 === 0 && leaf < 10
  return (leaf: unknown) =>
    typeof leaf === 'number'
      ? numbers.has(leaf) || areas.has(leaf) || years.has(leaf) || isBathSum(leaf)
      : contents.has(leaf) || trimmed.has(`${leaf}`) || days.has(`${leaf}`) || numbers.has(Number(leaf))
}

function checkMutated(home: object) {
  checkDamaged(api, pages.page(home), createLeafCheck(home))
  checkDamaged(api, JSON.stringify({ data: { property: home } }), createLeafCheck(home))
}

test(`a damaged home gives no invented values, or an error of the platform (WINNOW_SEED=${SEED})`, () => {
  const random = randomFrom(SEED)
  for (const home of [pages.home, pages.briefHome]) {
    checkMutated(home)
    for (let round = 0; round < rounds(400); round++) checkMutated(mutate(home, random))
  }
})

test(`a damaged page around a home gives no invented values, or an error of the platform (WINNOW_SEED=${SEED})`, () => {
  const random = randomFrom(SEED)
  const listing = { listing: pages.listing, head: pages.HEAD }
  const state = { next: pages.nextData(pages.queries(pages.home)), ...listing }
  for (const page of [state, listing])
    for (let round = 0; round < rounds(400); round++) {
      const damaged = mutate(page, random)
      const html = pages.html({ ...damaged, head: typeof damaged.head === 'string' ? damaged.head : '' })
      checkDamaged(api, html, createLeafCheck([damaged, html]))
    }
})

test(`a damaged recorded home gives no invented values, or an error of the platform (WINNOW_SEED=${SEED})`, {
  skip: noRecordings ?? false,
}, async () => {
  const { cases, payloads } = await openRecordings()
  const random = randomFrom(SEED)
  for (const recorded of cases().filter(item => item.api === api.id && item.expected)) {
    for (const home of savedPayloads(api, payloads(recorded)).map(({ body }) => homeOf(body)))
      for (let round = 0; home && round < rounds(10); round++) checkMutated(mutate(home, random))
  }
})

function homeOf(body: unknown): object | undefined {
  const cache = find(body, 'gdpClientCache') ?? find(body, 'apiCache')
  const answers = typeof cache === 'string' ? Object.values(JSON.parse(cache) as object) : []
  return answers.map(answer => (answer as { property?: object }).property).find(Boolean)
}
