import type { Page } from 'playwright/test'
import type { TestApp } from '../../support/start-app.ts'

/** A schema that requires a title. */
export const SCHEMA = {
  fields: { title: { css: 'h1', required: true }, price: { css: '.price', type: 'number' } },
}

export const openEditor = (page: Page, winnow: TestApp, id = 'new') =>
  page.goto(`${winnow.url}/app/parsers/${id}`)
