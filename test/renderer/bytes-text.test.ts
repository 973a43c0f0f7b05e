import assert from 'node:assert/strict'
import test from 'node:test'
import { bytesText } from '../../renderer/ui/bytes-text.ts'

test('a size is written in units of 1,024, with one decimal only below 10', () => {
  const sizes: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1.0 kB'],
    [10_200, '10 kB'],
    [1_047_000, '1,022 kB'],
    [1_048_570, '1.0 MB'],
    [1_048_576, '1.0 MB'],
    [16_777_216, '16 MB'],
    [3_435_973_837, '3.2 GB'],
  ]
  for (const [bytes, text] of sizes) assert.equal(bytesText(bytes), text)
})
