/** Handwritten answers without data, one per meaning. */

const fail = (message: string, more: object = {}) => ({ message, ...more, status: 'fail' })

export const WAIT = fail('Please wait a few minutes before you try again.', { require_login: true })
export const NO_USER = { data: { user: null }, status: 'ok' }
export const NO_POST = { data: { xig_polaris_media: null }, extensions: { is_final: true } }
export const BROKEN_EMBED =
  '<html><title id="pageTitle">Instagram</title><div class="EmbedBrokenMedia"><div class="ebmMessage">…</div></div></html>'
export const FRAME = '<html><head><title>Instagram</title></head><body><div id="mount"></div></body></html>'
export const GATE = {
  data: {
    xig_polaris_media: {
      gating_ruling: 'has_gating',
      if_gated_logged_out: {},
      if_not_gated_logged_out: null,
    },
  },
}

export const page = (title: string) => `<html><head><title>\n  ${title}\n</title></head><body></body></html>`

/** A body, its status, and the error code it means, or undefined for data. */
export const ANSWERS: [what: string, body: unknown, status: number, meaning: string | undefined][] = [
  ['a request too many', WAIT, 401, 'blocked'],
  ['the same, saved', WAIT, 200, 'blocked'],
  ['a session to be checked', fail('checkpoint_required', { checkpoint_url: '/challenge/' }), 400, 'blocked'],
  ['a session that ended', fail('login_required'), 403, 'blocked'],
  ['a suspicion', fail('feedback_required', { spam: true }), 400, 'blocked'],
  ['an unlikely browser', fail('useragent mismatch'), 400, 'blocked'],
  ['headers that contradict each other', fail('SecFetch Policy violation.'), 400, 'blocked'],
  [
    'a source at fault',
    fail('Asset asset://a/b has been deleted. You cannot use this schema'),
    400,
    'changed',
  ],
  ['the same, saved', fail('Asset asset://a/b has been deleted. You cannot use this schema'), 200, 'changed'],
  ['a list that only friends see', fail('Not authorized to view user'), 400, 'private'],
  ['a post that is gone', fail('Media not found or unavailable'), 400, 'not_found'],
  ['a user that is gone', fail('user_not_found'), 404, 'not_found'],
  [
    'throttling of queries',
    { data: null, errors: [{ code: 1675004, severity: 'CRITICAL' }] },
    200,
    'blocked',
  ],
  ['a query for what is gone', { data: null, errors: [{ code: 4630001 }] }, 200, 'not_found'],
  ['a query that was replaced', { errors: [{ message: 'The document was not found' }] }, 400, 'changed'],
  ['an error beside data', { data: { user: {} }, errors: [{ severity: 'ERROR', code: 1 }] }, 200, undefined],
  ['no user', NO_USER, 200, 'not_found'],
  ['no user of a query', { data: { xig_user_by_username: null } }, 200, 'not_found'],
  ['no user in a page of former years', { graphql: { user: null } }, 200, 'not_found'],
  ['no post', NO_POST, 200, 'not_found'],
  ['no post of former years', { data: { xdt_shortcode_media: null } }, 200, 'not_found'],
  ['no item', { data: { xdt_api__v1__media__shortcode__web_info: { items: [] } } }, 200, 'not_found'],
  [
    'one of two places empty',
    { data: { xig_user_by_username: null, xig_user_by_igid_v2: {} } },
    200,
    undefined,
  ],
  ['a viewer who did not sign in', { data: { a: {}, xdt_viewer: { user: null } } }, 200, undefined],
  ['what is kept from visitors', { data: null, status: 'ok' }, 200, 'unavailable'],
  ['a gate of age', GATE, 200, 'unavailable'],
  ['nothing', '', 200, 'blocked'],
  ['nothing with a status', '', 404, 'not_found'],
  ['throttling without words', {}, 429, 'blocked'],
  ['a refusal without words', {}, 403, 'blocked'],
  ['a fault of theirs', {}, 500, 'upstream_status'],
  ['a legal block', {}, 451, 'unavailable'],
  ['something else', { hello: 'there' }, 200, undefined],
]

export const PAGES: [what: string, html: string, status: number, meaning: string | undefined][] = [
  ['a page that says so', page('Page Not Found &bull; Instagram'), 200, 'not_found'],
  ['one in French', page('Page introuvable • Instagram'), 200, 'not_found'],
  ['a sign-in', page('Login • Instagram'), 200, 'blocked'],
  ['an empty frame', FRAME, 200, 'blocked'],
  ['an embed of what is gone', BROKEN_EMBED, 200, 'not_found'],
  ['a page that is gone', page('Whatever'), 404, 'not_found'],
  ['a page of theirs that broke', page('Error'), 502, 'upstream_status'],
  ['something else', page('A garden'), 200, undefined],
]
