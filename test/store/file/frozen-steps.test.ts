import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allSteps, checksumOf } from '../../../server/store/file/migration-steps.ts'

const LIST = new URL('../../../server/store/migrations/checksums.txt', import.meta.url)

test('a released migration step is never edited: a correction is a new step', () => {
  const listedSteps = readFileSync(LIST, 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    allSteps().map(({ checksum, name }) => `${checksum}  ${name}`),
    listedSteps,
    'Take the edit back. For a new step, add its line to checksums.txt: in migrations/, `sha256sum *.sql > checksums.txt`.',
  )
})

test('a migration step has the same checksum with the line ends of another system', () => {
  assert.equal(checksumOf('CREATE TABLE a (b);\r\n-- c\r\n'), checksumOf('CREATE TABLE a (b);\n-- c\n'))
})

test('each migration step has its own number', () => {
  const numbers = allSteps().map(({ number }) => number)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => a - b),
  )
})
