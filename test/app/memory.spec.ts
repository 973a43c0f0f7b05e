import { type AppMemory, addressesOf, measureMemory, visitAllPages } from '../support/app-memory.ts'
import { expect, test } from './support/app.ts'
import { fillWithSampleData } from './support/sample-data.ts'

const ROUNDS = 3
/** Compiled code counts as heap and still grows for a while. */
const CODE_MB = 6

const least = (rounds: readonly AppMemory[], key: keyof AppMemory) =>
  Math.min(...rounds.map(round => round[key]))

test('pages that are left do not leak nodes, listeners or objects', async ({ page, winnow }) => {
  const records = addressesOf(await fillWithSampleData(winnow))
  await page.goto(`${winnow.url}/app/`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const rounds: AppMemory[] = []
  for (let round = 0; round < 2 * ROUNDS; round++) {
    await visitAllPages(page, records)
    rounds.push(await measureMemory(page))
  }
  // A count may include what is about to be freed; what leaks is in every round, so compare the minimum.
  const [before, after] = [rounds.slice(0, ROUNDS), rounds.slice(ROUNDS)]
  expect(least(after, 'nodes')).toBeLessThan(least(before, 'nodes') + ROUNDS)
  expect(least(after, 'listeners')).toBeLessThan(least(before, 'listeners') + ROUNDS)
  expect(least(after, 'heapMb')).toBeLessThan(least(before, 'heapMb') + CODE_MB)
})
