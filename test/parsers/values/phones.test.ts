import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, whyNull } from '../support/read-page.ts'

const phone = (text: string) => read({ x: { css: 'p', type: 'phone' } }, `<p>${text}</p>`).x

describe('a phone number', () => {
  const cases: [string, string][] = [
    ['+49 (0)30 123456', '+4930123456'],
    ['Tel. +49 (30) 123-45', '+493012345'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+39 (0)2 1234567', '+39021234567'],
    ['+7 (8)495 123-45-67', '+74951234567'],
    ['(030) 123-45', '03012345'],
    ['+1 555 0100', '+15550100'],
    ['1-800-555-0100 EXT 5', '18005550100'],
    ['030 12345-Fax: 030 12346', '03012345'],
    ['Tel. 555-0100 Mon-Fri', '5550100'],
    ['030 / 123456', '030123456'],
    ['01.23.45.67.89', '0123456789'],
    ['116 117', '116117'],
    ['116-117', '116117'],
    ['030/1234', '0301234'],
    ['030.1234567', '0301234567'],
    ['030 123456/7', '0301234567'],
    ['+ 49 30 123456', '+4930123456'],
    ['+49–30–123456', '+4930123456'],
    ['030—123456', '030123456'],
    ['978 555 1234', '9785551234'],
  ]
  for (const [text, number] of cases)
    test(`of "${text}" is ${number}`, () => assert.equal(phone(text), number))

  test('is null when it is not certain which digits to dial', () => {
    assert.match(whyNull({ css: 'p', type: 'phone' }, '<p>+999 (0)30 123456')!, /not certain how/)
  })

  for (const text of [
    '12.05.2024',
    '2024-05-06',
    '10.11.2024 030 123456',
    '192.168.0.1',
    '52.520008, 13.404954',
    '2024-2025',
  ])
    test(`is null for a date, an IP address or a decimal: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'phone' }, `<p>${text}</p>`)!, /is not a phone number/))

  for (const text of [
    '978-3-16-148410-0',
    'ISBN: 0-306-40615-2',
    'EAN 4006381333931',
    '4111 1111 1111 1111',
    '1 234 567 €',
    '$1234567',
    '1.234.567',
    '2024 - 2025',
  ])
    test(`is null for the number of a book, an article or a card, an amount or years: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'phone' }, `<p>${text}</p>`)!, /is not a phone number/))

  for (const text of ['8/2/24', '09/01/21', '133.33', '4 1/2', '10-12', 'Jul 18, 2013 4:35'])
    test(`is null for a few digits in another form: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'phone' }, `<p>${text}</p>`)!, /is not a phone number/))

  for (const text of [
    '0123 45 67 89 / 0123 45 67 90',
    '+33 1 23 45 67 89 / +33 6 12 34 56 78',
    '555-0123 or 555-0199',
    '12345678901234567890',
    '10115 Berlin, Tel. 030 123456',
  ])
    test(`is null when there may be several: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'phone' }, `<p>${text}</p>`)!, /may be several/))

  for (const text of ['1-800-FLOWERS', '1-800-flowers', '1-800 FLOWERS', '1.800.GO-FEDEX'])
    test(`is null when letters stand for digits: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'phone' }, `<p>${text}</p>`)!, /has letters in place of digits/))
})
