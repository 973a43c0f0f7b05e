import { expect, test } from '../support/app.ts'

test('invalid JSON input of a call stays in view until it is corrected', async ({ page, winnow }) => {
  const request = page.getByRole('region', { name: 'Request' })
  await page.goto(`${winnow.url}/app/playground/parse`)
  await request.getByText('JSON', { exact: true }).click()
  const input = request.getByRole('textbox', { name: 'Input', exact: true })
  await input.fill('{"parserId": "prs_one"')
  await request.getByText('Form', { exact: true }).click()
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('{"parserId": "prs_one"')
  await input.fill('{"parserId": "prs_one"}')
  await request.getByText('Form', { exact: true }).click()
  await expect(input).toHaveCount(0)
})

test('invalid JSON in the details of a field is kept, and its parser cannot be saved until it is corrected', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser({ fields: { title: 'h1', note: 'h2' } })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await page.getByRole('button', { name: 'Details of title' }).click()
  const values = page.getByRole('textbox', { name: 'Allowed values of title' })
  await values.fill('["tea", "cup')
  await page.getByRole('textbox', { name: 'Name of note' }).fill('remark')
  await expect(values).toHaveValue('["tea", "cup')
  for (const name of ['Save as v2', 'Details of title']) {
    await page.getByRole('button', { name }).click()
    await expect(values).toBeFocused()
  }
  await page.getByRole('radiogroup', { name: 'View of the schema' }).getByText('JSON').click()
  await expect(values).toHaveValue('["tea", "cup')
  expect((await winnow.call(`/v1/parsers/${id}`)).json.version).toBe(1)
  await values.fill('["tea", "cup"]')
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect(page.getByRole('button', { name: 'Save as v3' })).toBeVisible()
  const { fields } = (await winnow.call(`/v1/parsers/${id}`)).json.schema
  expect(fields).toMatchObject({ title: { enum: ['tea', 'cup'] }, remark: 'h2' })
})

test('following a link asks before invalid JSON is discarded', async ({ page, winnow }) => {
  const request = page.getByRole('region', { name: 'Request' })
  await page.goto(`${winnow.url}/app/playground/parse`)
  await request.getByText('JSON', { exact: true }).click()
  const input = request.getByRole('textbox', { name: 'Input', exact: true })
  await input.fill('{"parserId": "prs_one"')
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.getByRole('link', { name: 'Databases' }).click()
  await expect(question.getByRole('button', { name: 'Stay and fix it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('{"parserId": "prs_one"')
  await page.getByRole('link', { name: 'Databases' }).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Databases' })).toBeVisible()
})
