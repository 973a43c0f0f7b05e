import assert from 'node:assert/strict'
import { test } from 'node:test'
import { output } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('winnow storage lists the parts of the data folder, and with --count each kind of record', async () => {
  const data = ['--data-dir', tempFolder()]
  await output(['keys', 'create', ...data])
  const parts = await output(['storage', ...data])
  assert.match(parts, /^ {2}Records +[\d,]+ bytes {2}Parsers, databases/m)
  assert.match(parts, /^Count each kind of record: `node .+ storage --count --data-dir /m)
  const printed = await output(['storage', '--count', ...data])
  assert.match(printed, /^Records, counted at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
  assert.match(printed, /^ {2}Jobs and batches +[\d,]+ bytes /m)
  const { records } = JSON.parse(await output(['storage', '--count', '--json', ...data]))
  assert.ok(records.data.every(({ bytes }: { bytes: number }) => bytes > 0))
})
