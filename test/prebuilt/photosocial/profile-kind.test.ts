import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import { loaded } from '../support/loaded.ts'
import { edgeUser } from './pages.ts'

const api = await loaded(photosocialProfile)

const profileOf = (user: object) =>
  api.output.parse(api.read(api.payloadsOf(JSON.stringify({ data: { user } }))))

describe('a business account', () => {
  const kind = (user: object) => {
    const { is_business_account: business, is_professional_account: professional } = profileOf({
      username: 'a',
      follower_count: 1,
      ...user,
    }).account_type
    return [business, professional]
  }

  test('is recognized by `account_type`, because visitors always get `is_business: false`', () => {
    assert.deepEqual(kind({ is_business: false, account_type: 2 }), [true, true])
    assert.deepEqual(kind({ is_business: false, account_type: 3 }), [false, true])
    assert.deepEqual(kind({ is_business: false, account_type: 1 }), [false, false])
    assert.deepEqual(kind({ is_business: true }), [true, null])
    assert.deepEqual(kind({}), [null, null])
    for (const account_type of [0, 4, 'business']) assert.deepEqual(kind({ account_type }), [null, null])
  })

  test('has its category under one of three names, where "None" means no category', () => {
    const category = (user: object) =>
      profileOf({ ...edgeUser, category_name: null, ...user }).business_info.category_name
    assert.equal(category({ business_category_name: 'Films' }), 'Films')
    assert.equal(category({ business_category_name: 'None', category: 'Art' }), 'Art')
    assert.equal(category({ category: '' }), null)
  })
})
