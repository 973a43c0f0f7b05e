import { expect, test } from '../support/app.ts'

test('a file that is too large or no JSON is refused as a workflow before it is sent', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows`)
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Workflow file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('large.json', JSON.stringify({ name: 'x'.repeat(30_000_000) }))
  await expect(page.getByText('large.json is too large: 29 MB, the limit is 1.0 MB.')).toBeVisible()
  await choose('half.json', '{"name": ')
  await expect(page.getByText('half.json is not valid JSON.')).toBeVisible()
  await choose(
    'whole.json',
    '{"format": "winnow-workflow/1", "name": "Prices", "nodes": [{"id": "input", "type": "input"}], "edges": []}',
  )
  await expect(page.getByLabel('Name of the workflow')).toHaveValue('Prices')
})
