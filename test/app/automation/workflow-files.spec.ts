import { expect, test } from '../support/app.ts'

test('a workflow file that is too large or not JSON is refused before it is sent', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows`)
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Workflow file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('large.json', JSON.stringify({ name: 'x'.repeat(30_000_000) }))
  await expect(page.getByText('large.json is too large: 29 MB; the limit is 1.0 MB.')).toBeVisible()
  await choose('half.json', '{"name": ')
  await expect(page.getByText('half.json is not valid JSON.')).toBeVisible()
  await choose(
    'whole.json',
    '{"format": "winnow-workflow/1", "name": "Prices", "nodes": [{"id": "input", "type": "input"}], "edges": []}',
  )
  await expect(page.getByLabel('Name of the workflow')).toHaveValue('Prices')
})

test('the buttons below a workflow are not cut off in a window 400 px wide', async ({ page, winnow }) => {
  const nodes = [{ id: 'start', type: 'input' }]
  const { json } = await winnow.call('/v1/workflows', { json: { name: 'Prices', nodes, edges: [] } })
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(`${winnow.url}/app/workflows/${json.id}`)
  for (const name of ['Arrange', 'Versions']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    const isCut = await button.evaluate(whole =>
      [...whole.querySelectorAll('*')].some(part => part.scrollWidth > part.clientWidth + 1),
    )
    expect(isCut, name).toBe(false)
  }
})
