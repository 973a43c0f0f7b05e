import type { Page } from 'playwright/test'
import { expect } from './app.ts'

export const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const node = (page: Page, name: string) => page.getByLabel(`Node ${name}`, { exact: true }).first()
export const settings = (page: Page) => pane(page, 'Settings')

/** Selects a node; retries, since a click misses while the canvas is still moving to a new node. */
export const choose = (page: Page, name: string) =>
  expect(async () => {
    await node(page, name).click({ timeout: 2_000 })
    await expect(settings(page).getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()

export const add = (page: Page, title: string) =>
  pane(page, 'Nodes to add').getByRole('button', { name: title, exact: true }).click()
