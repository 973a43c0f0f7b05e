import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allSteps, checksumOf } from '../../server/store/file/migration-steps.ts'

const LIST = new URL('../../server/store/migrations/checksums.txt', import.meta.url)

test('a step of migration that has landed is not edited: what it should say otherwise is a step of its own', () => {
  const listed = readFileSync(LIST, 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    allSteps().map(({ checksum, name }) => `${checksum}  ${name}`),
    listed,
    'Take the edit back. For a new step, add its line to checksums.txt: in migrations/, `sha256sum *.sql > checksums.txt`.',
  )
})

test('a step is the same with the line ends of another system', () => {
  assert.equal(checksumOf('CREATE TABLE a (b);\r\n-- c\r\n'), checksumOf('CREATE TABLE a (b);\n-- c\n'))
})

test('each step has a number of its own', () => {
  const numbers = allSteps().map(({ number }) => number)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => a - b),
  )
})
